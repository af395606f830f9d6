"""The rulebook: one module for each section, named and ordered like it. Sections are those of World in Flames."""
