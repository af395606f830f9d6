"""A data pack may replace a campaign, and what it breaks is said."""

from __future__ import annotations

from pathlib import Path

from worldfire.tables.files import data_root
from worldfire.tables.pack import check_pack
from worldfire.titles.campaigns import begin_campaign

FILE = "campaigns/wif/barbarossa.yaml"


def pack_with(folder: Path, text: str) -> Path:
    (folder / FILE).parent.mkdir(parents=True)
    (folder / FILE).write_text(text, encoding="utf-8")
    (folder / "pack.yaml").write_text(f"name: mine\ntitle: wif\nfiles: [{FILE}]\n", encoding="utf-8")
    return folder


def ours() -> str:
    return (data_root() / "campaigns" / "wif" / "barbarossa.yaml").read_text(encoding="utf-8")


def test_a_pack_replaces_a_campaign_and_the_game_remembers_it(tmp_path: Path) -> None:
    pack = pack_with(tmp_path, ours().replace("{type: GAR, count: 4}", "{type: GAR, count: 3}", 1))
    assert check_pack(pack) == ()
    with_pack, without = begin_campaign("barbarossa", pack=pack), begin_campaign("barbarossa")
    assert with_pack.header.tables_digest != without.header.tables_digest
    assert "with mine" in with_pack.ruleset.tables.source.name


def test_a_campaign_that_names_an_unknown_counter_is_refused(tmp_path: Path) -> None:
    pack = pack_with(tmp_path, ours().replace("su-hq-i-timoshenko", "su-hq-i-nobody"))
    (problem,) = check_pack(pack)
    assert problem.file == FILE
    assert "su-hq-i-nobody" in problem.message
