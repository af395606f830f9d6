"""Games for people: HTTP, websocket, storage and accounts. It serves the built client."""
