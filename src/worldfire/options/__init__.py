"""Optional rules of the common book, one module each. Their numbers belong to a title, which lists those that it has."""
