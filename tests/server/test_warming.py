"""What a server plays to itself before anybody comes."""

from __future__ import annotations

import pytest

from worldfire.server.warming import quickest_campaign
from worldfire.titles import title_named


@pytest.mark.parametrize(("title", "campaign"), [("wif", "barbarossa"), ("fa", "1917")])
def test_the_quickest_campaign_is_found_in_the_titles_data(title: str, campaign: str) -> None:
    assert quickest_campaign(title_named(title)) == campaign
