# 11.7, 11.8, 11.11, 11.14 to 11.17, 14.1, 14.2 and 15: aircraft missions and reorganisation.

fly-patrols = { $mission }: which of { $power }’s fighters fly combat air patrol, and where?
fly-attackers = { $mission }: which of { $power }’s aircraft fly, with which escorts, and where?
fly-interceptors = { $mission }: which of { $power }’s aircraft fly against them?
fly-counter-interceptors = { $mission }: which of { $power }’s fighters intercept in turn?
pick-up = Which transports of { $power } pick up cargo at their target?
unload = Which transports of { $power } unload at their target?
head-home = Where does { $unit } return to, with what it still carries?
rebase = Which aircraft of { $power } rebases?
rebase-to = Where does { $unit } rebase to?
reorganise = Which unit of { $power } is reorganised?
spend-points = Whose reorganisation points turn { $unit } face-up?

aircraft-face-down = { $unit } is face-down.
carrier-cannot-launch = { $unit } can only launch planes at sea, and only if it has any.
aircraft-not-on-the-map = { $unit } is not based on the map.
weather-grounds-aircraft = No aircraft can fly to { $place } in storm or blizzard.
nothing-to-intercept = There are no enemy aircraft to intercept at { $place }.
mission-with-strangers = { $unit } does not co-operate with units that are involved at { $place }.
does-not-fly-that = { $unit } cannot fly as { $role } in this mission ({ $mission }).
no-target-there = { $place } is not a target for this mission ({ $mission }).
behind-closed-skies = { $unit } would have range enough for { $place }, but only over countries that do not let it fly there.
target-out-of-range = { $place } is out of range for { $unit }, which can fly { $most } points.
flies-only-with-cargo = { $unit } can only fly with a unit to drop.
cargo-elsewhere = { $unit } is not stacked with { $aircraft }.
transport-is-full = { $aircraft } already carries a unit.
transport-is-empty = { $aircraft } carries nothing.
not-its-aircraft = { $unit } is not an aircraft of { $power }.
not-its-unit = { $unit } is not a unit of { $power }.
bound-for-its-base = { $unit } has already chosen its base.
has-rebased = { $unit } has already rebased in this step.
already-based-there = { $unit } is already based at { $place }.
face-down-in-this-step = { $unit } was turned face-down in this step.
nobody-in-range = No HQ, transport or air supply is in range of { $unit }.
nothing-can-fly = { $power } has no aircraft that can fly.
nobody-to-escort = Nobody is flying to { $place } for { $unit } to escort.
cargo-taken-twice = { $unit } cannot travel twice.
no-ground-to-land = { $unit } cannot be based at { $place }.
base-not-friendly = { $place } is not a friendly hex.
port-is-closed = { $unit } is iced in at { $place }.
hex-out-of-play = { $place } is not on the maps of this campaign.
base-out-of-range = { $place } is out of range for { $unit }, which can fly { $most } points back from { $origin }.
rebase-out-of-range = { $place } is out of range for { $unit }, which can rebase { $double } points away, or { $triple } over friendly hexes and seas without enemies.
support-not-at-war = { $unit } has no part in the combat at { $place }: it is not at war with the power that controls the hex or with its attackers, and none of its own units are there.
surprised-aircraft-stay-down = { $unit } is surprised: it cannot fly a mission that is only against powers that have just declared war.
no-support-for-the-surprised = The only land units at { $place } are surprised: nobody can fly in their support.
nothing-to-strike = There is no face-up enemy unit at { $place } for { $unit } to strike.
not-enemy-controlled = { $place } is not controlled by an enemy.
nothing-to-bombard = { $place } has neither oil nor a usable factory.
cargo-does-not-fit = { $unit } is not a PARA or MTN.
cargo-face-down = { $unit } is face-down.
cargo-of-another-player = { $unit } belongs to another player.
no-paratroops = { $unit } is not a PARA.
paratroops-out-of-supply = { $unit } is out of supply.
no-drop-into-water = Nobody can drop into the water at { $place }.
no-drop-on-own-partisans = Friendly partisans hold { $place }.
no-range = { $unit } has no range.
not-face-down-ashore = { $unit } is not face-down on land or in port.
hq-reorganises-later = { $unit } can only be reorganised in the final reorganisation.
not-enough-points = There are not enough reorganisation points for { $unit }.
costs-other-points = Where these give the points, { $unit } costs { $cost }.
no-points-of-allies = No ally has a point to give for { $unit }.

verb-fly = fly
verb-hold-back = hold back
verb-pick-up = pick up
verb-unload = unload
verb-head-home = head home
verb-rebase = rebase
verb-rebase-to = rebase to
verb-stay-at-base = stay at base
verb-finish-rebasing = finish rebasing
verb-reorganise = reorganise
verb-finish-reorganising = finish reorganising
verb-spend-points = spend your own points
verb-spend-points-with-allies = spend your allies’ points too

event-TookOff = { $thing } flies to { $to } { $flight ->
    [patrol] on patrol
    [escort] as an escort
    [interception] to intercept
    [extended-bomber] as a bomber at extended range
    [fighter-bomber] as a fighter-bomber
   *[other] as a bomber
}.
event-GroundStrike = { $aircraft } ({ $factor }) strikes { $unit }: rolls { $dice }.
event-Bombed = { $place } is bombed with { $factors ->
    [one] one factor
   *[other] { $factors } factors
}, roll { $roll } (result { $result }): { $production ->
    [0] no production
    [one] one production point
   *[other] { $production } production points
}{ $oil ->
    [0] { "" }
    [one] { " and one oil" }
   *[other] { " and " }{ $oil } oil
} lost.
event-Loaded = { $unit } boards { $aircraft }.
event-Unloaded = { $unit } unloads at { $place }.
event-Paradropped = { $unit } drops on { $place }.
event-Supported = The { $side } support the combat at { $place } with a strength of { $factors }.
event-Rebased = { $thing } rebases to { $base }.
event-Reorganised = { $unit } is reorganised with { $points ->
    [one] 1 point
   *[other] { $points } points
} from { $sources }.
event-Surprised = { $power } is surprised by { $declarer }.

# option 8
announce-mission = When do the bombers come, and how high?
verb-announce-mission = come
event-MissionAnnounced = The bombers come to { $place }: { $conditions }.
event-LakeFroze = The lake at { $place } freezes: { $units } will arrive again in 2 turns.
low-altitude-fighter = { $unit } cannot fly so high: the bombers over { $place } are at high altitude.
flying-boat-ashore = { $unit } is a flying boat, and { $place } is not on the coast.
