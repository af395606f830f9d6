"""Who plays which powers together when there are fewer players than powers: a proposal for a new table, never a ruling.

The book's own groups are not in our copy of 24.1.2; America in Flames (23.3) has France beside the Commonwealth, Italy beside
Germany, and the United States beside the Commonwealth when three play. The others follow the same thought: a side is shared
last, and whoever fights on the same front goes together.
"""

from __future__ import annotations

#: (power, beside whom), in the order in which powers are taken along as players become fewer
TAKEN_ALONG = (
    ("france", "commonwealth"),
    ("china", "usa"),
    ("italy", "germany"),
    ("usa", "commonwealth"),
    ("japan", "germany"),
    ("ussr", "commonwealth"),
)
