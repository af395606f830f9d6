"""11.4 Naval movement."""

from __future__ import annotations

import pytest
from seafaring import at_sea


@pytest.mark.rule("11.4.2", example="WF1-109")
def test_dunkerque_patrols_off_cape_st_vincent() -> None:
    here = at_sea(
        {"Brest": [("Dunkerque", "fr-bb-dunkerque-sif")]},
        actions={"france": "naval"},
        wars=[("france", "germany")],
    )
    here.start("naval movement")
    print(sorted(here.ends("Dunkerque")))
    here.sail("france", ["Dunkerque"], "Bay of Biscay", "Cape St Vincent 3")
    assert here.place_named("Dunkerque") == "Cape St Vincent 3"
