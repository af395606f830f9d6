# The war at sea of Fatal Alliances: what is done there, and what happens.

verb-sail-from-scapa-flow = sail out of Scapa Flow
verb-search-as-it-is = search as it is
verb-search-harder = turn further units to search
verb-watch-as-it-is = watch as it is
verb-watch-harder = turn further units to watch
verb-screen-ships = screen
verb-keep-away = keep away
verb-let-them-go = let them go
verb-catch-faster-ships = bring them to battle
verb-lose-convoys = lose
verb-damage-submarine = damage
verb-throw-search-again = throw it again
verb-let-search-stand = let it stand
verb-declare-u-boat-war = declare unrestricted U-boat warfare
verb-designate-supply = supply units from the city or port they are in
verb-seize-ottoman-ships = seize the Ottoman battleships
verb-seize-chilean-ship = seize the Chilean battleship
verb-hand-over-goeben = give the Goeben to the Ottoman Empire

event-MineRolled = { $ship } passes mines on the way to { $place }: rolls { $die }, and strikes one on { $value } or less.
event-MineStruck = { $ship } strikes a mine: { $suffered ->
    [X] destroyed.
   *[other] damaged.
}
event-ScapaFlowSails = { $ships } sail out of Scapa Flow into { $place }.
event-ShipsScreened = The { $side } screen { $ships }.
event-ShipsStayAway = Faster ships of the { $side } stay away: { $ships }.
event-FasterShipsCaught = The { $side } bring ships to battle that are faster by { $faster }.
event-ConvoysHunted = The { $side } hunt convoys in { $place }, column { $column }, on a roll of { $roll }: { $points ->
    [0] none are sunk.
    [one] one point is lost.
   *[other] { $points } points are lost.
}
event-SubmarinesHunted = The { $side } hunt the submarines in { $place }, column { $column }, on a roll of { $roll }: { $damaged ->
    [0] no result.
    [one] one is damaged.
   *[other] { $damaged } damage results.
}
event-UnrestrictedWarfareDeclared = { $power } declares unrestricted U-boat warfare for the rest of the turn.
event-SourceDesignated = { $place } supplies { $units }.
event-ConvoySourceDesignated = { $place } supplies { $points ->
    [one] 1 convoy point
   *[other] { $points } convoy points
} of { $power }.
event-ShipsExchanged = { $old } leaves the game and { $new } takes its place.

roll-minefield = A minefield: a die at or below its value and the ship suffers an X (11.3.2.5).
roll-strategic-warfare = Strategic warfare: the higher the die, the more convoy points or submarines are hit (13.5.6).
