"""Builds the tables of the board from public geography and hand-written tables. Development time only."""
