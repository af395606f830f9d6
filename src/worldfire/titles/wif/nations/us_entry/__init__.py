"""13.3 US entry, and 9.4 how the USA goes to war: markers, options, actions, attempts, and what each of them allows."""
