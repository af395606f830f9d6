"""The `worldfire` command."""
