# 11.9 Rail movement, 11.10 land movement, 11.15 land combat.

noun-not-a-move = A move needs units from one stack and every hex that they enter, in order.

land-movement = Move your land units, stack by stack, or say that you are done.
naval-refuge = { $unit } has been overrun in port. Where does it flee to?
declare-attacks = Declare your land attacks: which units attack which hex. You can change them until you are done.
ignore-notional = Does your notional unit in { $place } fight, or is it ignored?
choose-attack = Which attack is resolved next?
choose-table = The attack on { $place }: blitzkrieg or assault?
lose-attackers = Which attacking units are lost?
lose-defenders = Which defending units are lost?
shore-bombardment = Which ships bombard which hex? You can change this until you are done.
downgrade-result = The result is { $result }. Take it as it is, or let the survivors retreat?
retreat-unit = Which defender retreats next?
retreat-to = Where does { $unit } retreat to?
advance-after-combat = Which units advance into the hex?
advance-further = The attack has broken through. Who advances into a second hex?
keep-face-up = Which attackers stay face-up?
rail-movement = Move units and factories by rail, or say that you are done.

not-a-hex = That is not a hex on the map.
not-a-land-unit = Only land units can march and attack.
unit-not-on-the-map = { $unit } is not on the map.
not-your-unit = { $unit } is not yours to move.
units-not-together = These units are not all in the same hex.
not-a-land-hex = Land units cannot enter { $place }.
not-adjacent = { $place } is not adjacent to { $origin }.
only-ships-and-aircraft = Only ships and aircraft can follow the line to { $place }.
alpine-hexside = Only MTN units can cross an alpine hexside: { $unit } cannot enter { $place }.
wet-hexside = Only MAR units can cross an all-sea or unfrozen lake hexside: { $unit } cannot enter { $place }.
neutral-power-stays-out = { $unit } belongs to a neutral power and must stay in its own hexes: it cannot enter { $place }.
not-at-war-with-the-holder = { $unit } is not at war with the power that controls { $place }.
partisans-hold-the-hex = Enemy partisans hold { $place }: it can only be overrun, invaded or dropped on.
partisan-stays-home = { $unit } is a partisan and cannot leave its home country for { $place }.
ally-refuses-entry = The ally that controls { $place } does not let { $unit } in.
foreign-troops = { $unit } does not co-operate with the country of { $place }: its power can have only as many units there as its own HQs there command.
lose-foreign-troops = { $power } has more units around { $place } than its HQs there command. Which one is destroyed?
verb-lose-foreign-troops = destroy
event-ForeignTroopsDestroyed = { $unit } is destroyed in { $place }: no HQ of its own country commands it there.
enemy-units-there = Enemy land units are in { $place }: it can only be overrun, invaded or dropped on.
has-moved-already = { $unit } has already moved in this step.
unit-is-face-down = { $unit } is face-down.
unit-cannot-move = { $unit } has no movement points.
no-movement-points = { $unit } has no movement points left for { $place }.
stops-in-zoc = Units must stop in { $place }, in the ZoC of { $units }, unless they go on to overrun land units.
path-ends-with-overrun = Deal with the enemy in { $place } first: stop there, then go on.
cannot-pick-up-units = A moving stack cannot pick up other units.
nobody-can-move = None of your land units can move.
nobody-can-overrun = None of your stacks that can still move is next to an enemy land unit.
nobody-can-overrun-yet = None of your stacks can overrun enemy land units. The closest are { $units } against { $place }: { $reason }
nobody-to-overrun = There is no enemy land unit in { $place }.
overrun-next-hex-only = An overrun enters one adjacent hex.
overrun-not-an-enemy-hex = Only enemy-controlled hexes and partisans can be overrun, not { $place }.
overrun-terrain = Land units can be overrun only in a clear or desert hex without a city: { $place } is { $terrain }.
overrun-city = Land units cannot be overrun in a city such as { $place }.
overrun-fort = The fort in { $place } protects this hexside.
overrun-supply = Units must be in supply just before they overrun. Out of supply: { $units }.
overrun-set-out-unsupplied = Units that overrun must all have been in supply when they set out; not all of { $units } were.
overrun-without-armour = An overrun needs an ARM, MECH or HQ-A unit; there is none among { $units }.
overrun-too-little-armour = You have { $count } ARM and HQ-A against { $against } ARM, HQ-A, AT and AA: an overrun needs more than the defenders have.
overrun-too-few-mech = You have { $count } MECH against { $against }: without an ARM or HQ-A, an overrun needs more than the defenders have.
overrun-odds = { $attack } against { $defence } factors are { $odds } in { $conditions } weather; an overrun needs { $needed } after the weather.

nobody-to-attack = There is no enemy land unit in { $place }.
attack-not-an-enemy-hex = { $place } is not controlled by an enemy and holds no partisan.
unit-cannot-attack = { $unit } has no combat factors to attack with.
must-attack-where-it-landed = { $unit } has landed and must attack the hex it landed in.
attack-with-strangers = { $unit } and { $target } do not co-operate, so they cannot attack the same hex.
stronger-ally-declares-first = { $power } does not co-operate with you and could bring more factors against { $place }: it declares first.
ship-is-face-down = { $unit } is face-down and cannot bombard.
no-bombardment-from-the-0-section = { $unit } is in the 0 section, or not in a sea area of { $place }.
no-bombardment-in-storm = No ship can bombard { $place } in storm or blizzard.
surprised-ships-hold-fire = { $unit } is surprised and cannot bombard.
one-ship-for-each-unit = Only { $most } ships may support the combat in { $place }: one for each land unit.
no-ship-can-bombard = None of your ships can bombard a hex under attack.
nobody-can-attack = None of your units can attack.
first-loss-had-the-benefit = The first loss must be a unit that gained the benefit, or one that may stand in for it.
nowhere-to-retreat = { $unit } has nowhere to retreat to.
retreat-came-from-there = { $unit } came from { $place } and cannot go back.
retreat-beside-enemies = { $unit } would have to overrun what is in { $place }, so it cannot retreat there.
retreat-into-zoc = { $unit } cannot retreat to { $place }: it is in the ZoC of { $units } and no friendly land unit is there.
retreat-priority = { $unit } must retreat to a hex of priority { $best } ({ $path }); { $place } has priority { $rank }. (1: no ZoC, with room. 2: no ZoC, no room. 3 and 4: the same in a ZoC, beside friends.)
nobody-can-advance = None of your units can advance.
advance-one-hex-only = The advance goes on into one adjacent hex only.
not-in-the-breakthrough = Only HQ-A, ARM, MECH, MOT and CAV units that advanced after a breakthrough, into a hex that cost them 1 point, can go on.
advance-with-its-own-stack = Units that attacked from different hexes cannot go on as one stack.
advance-needs-armour = Only HQ-A, ARM and MECH units, and MOT and CAV that go with them, can advance a second hex.

verb-move = move
verb-overrun = overrun
verb-flee-to = flee to
verb-declare-attacks = declare attacks
verb-bombard = bombard
verb-keep-notional = fight
verb-ignore-notional = ignore the notional unit
verb-resolve = resolve the attack on
verb-choose-table = fight on the table
verb-lose-attackers = lose
verb-lose-defenders = lose
verb-take-result = take the result
verb-treat-as-retreat = treat it as a retreat
verb-retreat-unit = retreat
verb-retreat-to = retreat to
verb-advance = advance
verb-stay-put = stay where they are
verb-advance-further = advance further
verb-stop-advancing = stop advancing
verb-keep-face-up = keep face-up

event-Marched = { $units } { $units_count ->
    [one] marches
   *[other] march
} along { $path }.
event-Overrun = { $units } in { $place } { $units_count ->
    [one] is
   *[other] are
} overrun.
event-FortDestroyed = The fort in { $place } is destroyed.
event-NavalUnitOverrun = { $unit } is caught in port: a roll of { $roll } gives { $result }.
event-AttackDeclared = { $units } { $units_count ->
    [one] attacks
   *[other] attack
} { $place }.
event-NotionalIgnored = The notional unit in { $place } is ignored.
event-Bombarded = { $ship } bombards { $place } with a strength of { $factors }.
factor-reason-printed-fort = fort
event-OddsReckoned = { $place }: { $attack } against { $defence } is { $odds } on the { $table } table, with a modifier of { $modifier }.
event-LandCombatResult = { $place }: a roll of { $roll } gives { $result }.
event-NotionalDestroyed = The notional unit in { $place } is destroyed.
event-Retreated = { $unit } retreats to { $to }.
event-Shattered = { $unit } is shattered and comes back next turn.
event-Advanced = { $units } { $units_count ->
    [one] advances
   *[other] advance
} into { $to }.

rail-zoc = { $place } is in the ZoC of { $units }: another friendly land unit must be there before and after the rail move.
rail-not-in-action = The action you chose does not let { $unit } move by rail.
not-a-station = { $place } is not a station.
nothing-that-goes-by-rail = Only land units, aircraft and blue factories can move by rail.
factory-not-in-action = The action you chose does not let the factory in { $place } move by rail.
railway-closed = { $place } is not in the hands of your side: units go by rail only through hexes that it controls.
no-railway = No railway that your side controls leads to { $place }.
no-factory-to-rail = { $place } has no blue factory of yours in its own home country.
factory-is-safe = The factory in { $place } is not under threat.
way-off-map-in-zoc = No factory can leave the map at { $place } while it is in an enemy ZoC.
city-takes-no-factory = { $place } is not a city of the same home country with fewer than two blue factories.
nothing-to-rail = None of your units or factories can move by rail.
verb-rail = move by rail
event-Railed = { $thing } is railed to { $to }.
factory-in = factory in { $place }
event-FactoryShipped = A factory is railed from { $origin } and leaves the map at { $to }; off the map it produces again from { $turn }.
event-FactoryRailed = A factory is railed from { $origin } to { $to }.

destroy-surplus = { $place } holds too many units. Which one is destroyed?
verb-destroy-surplus = destroy
destroy-convoys = { $place } holds too many naval units. Whose convoy points are destroyed?
verb-destroy-convoys = destroy convoy points of
event-ConvoysDestroyed = { $points ->
    [one] 1 convoy point of { $power } is destroyed in { $place }, which has no room for it.
   *[other] { $points } convoy points of { $power } are destroyed in { $place }, which has no room for them.
}
event-Overstacked = { $place } is overstacked.
event-FractionRolled = { $place }: the chance of better odds was { $tenths } in 10; the { $taken } odds apply.
