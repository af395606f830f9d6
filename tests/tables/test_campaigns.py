"""The five campaigns load, agree with the counters, and say where each entry comes from."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from worldfire.tables import DataError, Provenance
from worldfire.tables.campaign import check_campaign, find_campaign, load_campaigns, read_campaign, turn_number
from worldfire.tables.collection import UnknownNameError


def test_the_five_campaigns() -> None:
    assert set(load_campaigns()) == {"barbarossa", "guadalcanal", "fascist-tide", "day-of-infamy", "global-war"}


@pytest.mark.parametrize("name", sorted(load_campaigns()))
def test_each_agrees_with_itself_and_with_the_counters(name: str) -> None:
    assert check_campaign(find_campaign(name)) == ()


def test_barbarossa() -> None:
    campaign = find_campaign("Barbarossa")
    assert (campaign.first_turn.value, campaign.last_turn.value, campaign.turns.value) == (
        "May/Jun 1941",
        "Jan/Feb 1942",
        5,
    )
    assert campaign.set_up_order.value == ("ussr", "germany")
    assert campaign.weather.value.first_die == 8


@pytest.mark.rule("24.4.7")
def test_global_war() -> None:
    campaign = find_campaign("global_war")
    assert campaign.at_war.value == (("china", "japan"),)
    assert (campaign.initiative.value.space, campaign.initiative.value.first) == ("Axis +2", "axis")
    assert campaign.weather.provenance is Provenance.ATTESTED
    assert set(campaign.powers) == {power for side in campaign.sides.value.values() for power in side}
    assert all(group.provenance is not Provenance.ATTESTED for group in campaign.powers["germany"].groups)


def test_turns_are_counted() -> None:
    assert turn_number("Jan/Feb 1942") - turn_number("May/Jun 1941") + 1 == 5
    with pytest.raises(ValueError, match="no turn"):
        turn_number("June 1941")


def test_what_is_wrong_is_named() -> None:
    campaign = find_campaign("barbarossa")
    german = campaign.powers["germany"]
    group = msgspec.structs.replace(german.groups[0], ships=("ge-bb-titanic-sif", "cw-bb-hood-sif", "cw-bb-hood-sif"))
    bad = msgspec.structs.replace(
        campaign,
        turns=msgspec.structs.replace(campaign.turns, value=7),
        sheets=msgspec.structs.replace(campaign.sheets, value=("moon",)),
        powers={"germany": msgspec.structs.replace(german, groups=(group, *german.groups[:1] * 9))},
    )
    reasons = "\n".join(check_campaign(bad))
    for text in (
        "7 turns",
        "'moon'",
        "set-up order",
        "titanic",
        "belongs to commonwealth",
        "placed 2 times",
        "but has",
    ):
        assert text in reasons


def test_names_and_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="did you mean barbarossa"):
        find_campaign("barbarosa")
    path = tmp_path / "x.yaml"
    path.write_text("id: x\nname: y\n")
    with pytest.raises(DataError, match=r"x\.yaml: Object missing required field"):
        read_campaign(path)
