# What a power would produce, as `worldfire campaigns --economy` tells it.
idle-room-is-kept = The factories within reach wait for what others have promised.

# 5: lending agreed on in writing
verb-propose-lending = propose lending
verb-accept-lending = accept:
verb-decline-lending = decline or withdraw:
verb-end-lending = end
loan-resources = { $giver } gives { $recipient } resources
loan-points = { $giver } gives { $recipient } build points
lending-between = the lending between { $power } and { $target_power }
lending-there = each turn { $power } gives { $target_power } { $resources ->
    [0] {""}
    [one] 1 resource
   *[other] { $resources } resources
}{ $mixed ->
    [0] {""}
   *[other] {" "}and{" "}
}{ $points ->
    [0] {""}
    [one] 1 build point
   *[other] { $points } build points
}
lending-back = each turn { $target_power } gives { $power } { $resources_back ->
    [0] {""}
    [one] 1 resource
   *[other] { $resources_back } resources
}{ $mixed_back ->
    [0] {""}
   *[other] {" "}and{" "}
}{ $points_back ->
    [0] {""}
    [one] 1 build point
   *[other] { $points_back } build points
}
lending-thereback = each turn { $power } gives { $target_power } { $resources ->
    [0] {""}
    [one] 1 resource
   *[other] { $resources } resources
}{ $mixed ->
    [0] {""}
   *[other] {" "}and{" "}
}{ $points ->
    [0] {""}
    [one] 1 build point
   *[other] { $points } build points
} for { $resources_back ->
    [0] {""}
    [one] 1 resource
   *[other] { $resources_back } resources
}{ $mixed_back ->
    [0] {""}
   *[other] {" "}and{" "}
}{ $points_back ->
    [0] {""}
    [one] 1 build point
   *[other] { $points_back } build points
}
no-ally-to-lend-to = There is no ally whom somebody else plays.
lending-with-one-ally = A proposal is made to one ally, and gives or asks for something.
no-lending-proposed = Nothing is proposed.
no-lending-agreed = Nothing is agreed on.
event-LendingProposed = { $power } { $amended ->
    [True] amends
   *[False] proposes
}: it gives { $target_power } { $resources } resources and { $points } build points a turn for { $resources_back } and { $points_back }.
event-LendingAgreed = { $target_power } accepts: { $power } gives { $resources } resources and { $points } build points a turn for { $resources_back } and { $points_back }.
event-LendingDeclined = { $power } wants no lending with { $target_power } as proposed.
event-LendingEnded = { $power } ends the lending with { $target_power }.

# 13.6.5 air units
event-LufthansaFlies = { $thing } of the Lufthansa is built: { $points ->
    [one] a build point is
   *[other] { $points } build points are
} given back.
