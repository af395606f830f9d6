"""What only World in Flames has because of who its nations are, and what the common book asks of them by name."""
