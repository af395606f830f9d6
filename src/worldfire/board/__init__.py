"""The board: sheets, hexes, hexsides, sea areas, ports and rail; distances, paths and floods.

It knows no unit and no rule. Start with :func:`worldfire.board.load`.
"""

from worldfire.board.loading import BoardError, load
from worldfire.board.model import Board, Country, Hex, Place, SeaArea

__all__ = ["Board", "BoardError", "Country", "Hex", "Place", "SeaArea", "load"]
