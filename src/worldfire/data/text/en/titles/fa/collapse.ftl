# What follows when the morale of a power is gone: empires that fall apart, dominions that go their own way.

event-EmpireBrokenUp = { $power } breaks up: { $heir } inherits { $places_count ->
        [one] one hex
       *[other] { $places_count } hexes
    } of it.
event-LandCeded = { $power } is given { $places_count ->
        [one] one hex
       *[other] { $places_count } hexes
    } of a broken empire: { $places }.
event-ArmyDivided = { $kept_count ->
        [one] One unit serves
       *[other] { $kept_count } units serve
    } { $heir } from now on, { $gone_count ->
        [one] one is
       *[other] { $gone_count } are
    } out of the game.
roll-break-up = A die for each unit of a broken empire: those with a low one serve its heir (14.5).
dismiss-inherited = Which of the units that you inherit do you destroy at once? It costs no morale.
verb-dismiss-inherited = destroy inherited units
free-new-country = { $country } can be liberated. Which power is it aligned with?
verb-free-new-country = free it, aligned with
verb-leave-new-country = leave it as it is
event-CountrySecedes = { $country } leaves { $power } and is neutral from now on.
