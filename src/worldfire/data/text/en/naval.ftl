# Naval movement (11.4) and the return to base (13.4).

sea-area = the { $sea }
seas-without-article = Cape Naturaliste, Cape St Vincent, Hudson Bay, Mendocino, New Caledonia, Polynesia
box-of-removed-units = the units out of the game
section-of-sea = section { $section } of { $sea }

naval-movement = Move your naval units, or finish.
naval-orders = Your task force is in { $place }. What does it do next?
embark = What do your transports take aboard in { $place }?
intercept = A task force enters { $place }. Do you try to intercept it? You turn one of your units face-down for it.
commit-submarines = Do your submarines take part in the interception in { $place }? Either all of them do or none.
leave-the-hunted = Your task force has been intercepted in { $place }, by nobody who is at war with some of its ships. Do these sail on alone?
stop-or-fight = Your task force has been found in { $place }. Does it end its move there, or fight its way through and sail on?
decide-returns = Which units of { $power } return to base?
return-from-sea = Units of { $power } return to base. Which ones, and to which port?
land-from-sea = Where does { $unit } return to base?
lose-at-sea = There are not enough bases for the units that stay at sea. Which one is destroyed?

verb-sail = sail
verb-sail-and-pause = sail and wait for orders
verb-sail-on = sail on
verb-sail-on-and-pause = sail on and wait for orders
verb-part-company = stop here
verb-embark = embark
verb-enough-aboard = take nothing more aboard
verb-intercept = intercept with
verb-intercept-again = intercept with the unit turned before
verb-commit-submarines = commit the submarines
verb-hold-submarines = hold the submarines back
verb-leave-the-hunted = sail on without the others
verb-stay-with-the-hunted = stay together
verb-stop-here = end the move in
verb-fight-through = fight through in
verb-decide-returns = return to base
verb-return-from-sea = return to base
verb-land-from-sea = land at
verb-lose-at-sea = destroy

convoy-points-of = { $points ->
    [one] 1 convoy point of { $power } in { $place }
   *[other] { $points } convoy points of { $power } in { $place }
}

damaged-convoy-points-of = { $points ->
    [one] 1 damaged convoy point of { $power } in { $place }
   *[other] { $points } damaged convoy points of { $power } in { $place }
}

event-ConvoysMoved = { $points ->
    [one] 1 convoy point of { $power } sails from { $origin } to { $to }.
   *[other] { $points } convoy points of { $power } sail from { $origin } to { $to }.
}
event-ConvoysUsed = { $points ->
    [one] 1 convoy point of { $power } in { $place } is marked as used.
   *[other] { $points } convoy points of { $power } in { $place } are marked as used.
}
event-ConvoysFresh = { $points ->
    [one] 1 convoy point of { $power } in { $place } can be used again.
   *[other] { $points } convoy points of { $power } in { $place } can be used again.
}
event-ConvoysLost = { $points ->
    [one] 1 convoy point of { $power } in { $place } has no base and is lost.
   *[other] { $points } convoy points of { $power } in { $place } have no base and are lost.
}
event-Sailed = { $ships_count ->
    [0] Convoys end their move in { $to }.
   *[other] { $ships } { $ships_count ->
        [one] ends its
       *[other] end their
    } move in { $to }.
}
event-Embarked = { $thing } embarks on { $transport } in { $origin }.
event-Debarked = { $thing } debarks from { $transport } in { $to }.
event-InterceptionTried = { $success ->
    [True] The task force is found in { $place }: a roll of { $roll }, { $needed } or less was needed.
   *[False] The interception in { $place } fails: a roll of { $roll }, { $needed } or less was needed.
}

noun-not-a-voyage = A naval move needs units from one place and every sea area and port that they enter, in order.
noun-not-a-parting = Name the units that stop, and the section or port where they do.

not-a-naval-unit = There is no such naval unit in a port or at sea.
not-your-naval-unit = { $unit } is not yours to move.
has-sailed-already = { $unit } has already made a naval move this impulse.
naval-unit-is-face-down = { $unit } is face-down or has been used.
ships-not-together = A task force starts from one port or one section of a sea-box.
submarines-sail-alone = Submarines and surface ships cannot be in the same task force.
convoys-named-twice = Name the convoy points of a power once, with all that sail.
convoys-in-whole-units = Convoy points move in groups of { $most }.
ships-do-not-cooperate = { $unit } and { $target } do not co-operate.
nobody-can-sail = You have no naval unit that can move.
not-a-sea-area = A naval move goes through sea areas and ports only.
not-a-port = { $place } is not a port.
port-not-on-this-sea = There is no way by sea between { $origin } and { $place }.
port-not-friendly = { $place } is not a friendly port.
port-is-iced-in = The port of { $place } is iced in.
neutral-stays-in-its-ports = { $power } is neutral: its naval units can only enter its own ports, and { $place } is not one of them.
ally-refuses-port = { $power } does not let you into { $place }.
no-room-in-port = There is no room for them in { $place }.
sea-out-of-play = The maps of this campaign do not show { $sea }.
seas-not-adjacent = You cannot sail from { $origin } straight to { $sea }: they are not adjacent.
passage-closed = The passage from { $origin } to { $sea } is closed to you.
passage-closed-via-port = You cannot use { $place } to pass into { $sea } in one move: that passage is closed to you.
no-range-left = { $unit } does not have the range to enter { $place }: it has { $left } left.
no-movement-to-return = { $unit } does not have the movement points to return as far as { $place }.
section-too-high = { $unit } has { $left } movement points left: not enough for { $place }.
section-not-lower = { $place } is not a lower section of the sea-box.
from-sea-to-port-only = From a sea-box naval units move to a lower section of it or return to a port.
goes-straight-home = The task force is returning to base and cannot stop on the way.
cannot-sail-on = The task force can go no further.

not-a-transport = { $transport } cannot carry units.
cargo-not-carried = { $transport } cannot carry { $unit }.
amph-does-not-carry-it = { $transport } only carries GAR, TERR, MIL and units that can invade.
transport-has-cargo = { $transport } has no room for another unit.
cargo-is-face-down = { $unit } is face-down and cannot embark.
transport-is-face-down = { $transport } is face-down.
passed-does-not-embark = { $power } has passed: { $unit } cannot embark.
owner-does-not-embark = The owner of { $unit } has not agreed that you transport it.
not-on-the-coast = { $unit } is not in a coastal hex.
no-port-to-embark = { $unit } can only embark from an open, friendly port or beside a co-operating HQ.
cargo-out-of-reach = { $unit } is not where { $transport } could take it aboard.
loads-in-port-before-it-sails = Before it sails, a transport takes aboard units that are stacked with it in port.
not-a-cargo = There is no such unit to take aboard.
nothing-to-embark = There is nothing to take aboard.

one-is-turned-already = A unit that you turned earlier still serves: intercept again without turning another.
nobody-to-turn = You have no face-up unit in the sea area that could intercept.
nobody-turned-yet = You have not turned a unit in this sea area yet.

no-ships-return = No naval unit has to return now.
nobody-embarks-now = Nothing embarks while units return to base.
does-not-return = { $unit } is not one of the units that return to base.
