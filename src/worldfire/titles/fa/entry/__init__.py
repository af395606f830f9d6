"""9.4, 13.2 How the USA and the Commonwealth come into the war: markers out of one cup, options, actions, declarations."""
