"""The World in Flames family of strategic wargames as one rules engine."""
