"""What older versions of World in Flames kept elsewhere is where it belongs now."""

from __future__ import annotations

from typing import Any

import msgspec

from conformance.kiev import kiev
from worldfire.engine.state import decode_state
from worldfire.rules.s11_15_4_ground_support import GroundSupport
from worldfire.titles.wif.upgrades import support_moves_into_the_combat


def test_support_that_waited_in_the_state_waits_in_the_combat() -> None:
    game = kiev()
    document: dict[str, Any] = game.state.document()
    for frame in document["frames"]:
        frame.pop("annexes", None)  # version 2 had none
    document["quantities"] += [["ground_support", 3, 1700, 48], ["shore_bombardment", 2, 1700, 5]]
    upgraded = support_moves_into_the_combat(document, game.header)
    state = decode_state(msgspec.msgpack.encode(upgraded), game.ruleset.schema, game.ruleset.procedures)
    (frame,) = [frame for frame in state.frames if frame.procedure == "land combat"]
    assert {type(annex).__name__: annex.added for annex in frame.annexes if annex.added} == {  # type: ignore[attr-defined]
        "GroundSupport": ((3, 1700, 48),),
        "ShoreBombardment": ((2, 1700, 5),),
    }
    assert not any(kind in ("ground_support", "shore_bombardment") for kind, _, _ in state.quantities)


def test_support_left_over_from_an_earlier_combat_is_forgotten() -> None:
    game = kiev(begin=False)
    document: dict[str, Any] = game.state.document()
    document["quantities"] += [["ground_support", 3, 1700, 48]]
    upgraded = support_moves_into_the_combat(document, game.header)
    assert not any(row[0] == "ground_support" for row in upgraded["quantities"])
    assert GroundSupport.__name__ not in str(upgraded["frames"])
