# 9.2: neutrality pacts
break-pact = { $power } could break a neutrality pact, as far as everybody knows.
verb-break-pact = break the pact with
verb-keep-pacts = keep the pacts
no-pact = { $power } has no pact with { $target_power }.
pact-too-young = The pact with { $target_power } cannot be broken by garrisons for another { $turns ->
    [one] turn
   *[other] { $turns } turns
}.
no-common-border = { $power } has no common border with { $target_power }.
garrison-too-small = The garrison is worth { $own } with its markers; against { $target_power } it would have to be twice { $theirs }.
border-of-a-pact = { $power } may not enter { $place }: it is the common border of an ally with its partner in a pact, whom { $power } fights.
pact-with-the-other-side = A pact is made with a major power of the other side, which { $target_power } is not.
pact-is-new = The pact with { $target_power } was made this turn.
event-PactMade = { $confirmed ->
    [True] { $power } and { $target_power } confirm their neutrality pact.
   *[False] { $power } and { $target_power } make a neutrality pact.
}
event-PactBroken = { $compared ->
    [False] { $power } breaks the neutrality pact with { $target_power }.
   *[True] { $power } breaks the neutrality pact with { $target_power }: a garrison of { $garrison } against { $against }.
}
event-CauseToBreak = { $power } may now break its pact with { $target_power } at will.
event-UsEntryAlignment = The USA takes notice that { $country } aligns with { $power }.

# 13.2: entry markers
event-MarkerTaken = { $power } takes an entry marker against { $against }.
event-MarkerReturned = { $power } returns a marker of { $value } from the border with { $against }; its value stays on record.
take-marker = { $power } may take an entry marker. On which border will it lie?
place-marker = You have looked at the marker on the border of { $power } with { $against }. Does it attack or defend?
rearrange-markers = { $power } may move one of its markers to another border, or turn one over.
move-marker-to = To which border does { $power } move it?
verb-take-marker = take one against
verb-take-no-marker = take no more
verb-make-offensive = offensive, face-down
verb-make-defensive = defensive, face-up
verb-leave-pact-markers = leave them as they are
verb-turn-up-marker = turn up, to defend:
verb-turn-down-marker = turn down, to attack:
verb-move-offensive-marker = move the offensive
verb-move-defensive-marker = move the defensive
verb-move-marker-to = to the border with
verb-turn-recorded-marker = turn over one on record
no-other-border = { $power } has no other common border to move a marker to.
no-such-marker = { $power } has no such marker on a border.
no-record-to-turn = Only a power without markers on its borders turns over one that is on record; { $power } cannot.
event-MarkerPlaced = { $power } lays { $defensive ->
    [True] a defensive marker
   *[False] an offensive marker
} on its border with { $against }.
event-MarkerSeen = The marker of { $power } says { $value }.
event-MarkerMoved = { $power } moves a marker from the border with { $origin } to that with { $against }.
event-MarkerTurned = { $power } turns a marker on its border with { $against }: it is { $defensive ->
    [True] defensive
   *[False] offensive
} now.
event-MarkerTooHigh = { $power } draws { $value }, more than it has on record: no marker is turned.

# 13.7.7, 9.7: reserves and militia at peace
event-StoodDown = At peace, reserves and militia of { $power } stand down: { $units }.
event-CalledBack = Reserves and militia of { $power } are in its force pools again: { $units }.

# 9.2: making pacts in the mutual peace step
propose-pact = { $power } may propose a neutrality pact, or confirm one.
pact-terms = What will { $power } and { $target_power } give each other each turn while their pact lasts?
answer-pact = { $power } proposes a neutrality pact to { $target_power }. It would give { $resources } resources and { $points } build points each turn, for { $own_resources } resources and { $own_points } build points.
verb-propose-pact = propose a pact to
verb-propose-no-pact = propose nothing
verb-say-terms = on these terms
verb-accept-pact = accept
verb-decline-pact = decline
event-PactDeclined = { $power } declines a pact with { $target_power }.
event-PactTradeAgreed = While the pact lasts { $power } will give { $recipient } each turn: { $resources } resources and { $points } build points.
gives-and-gets-the-same = Nobody gives { $target_power } what it gets from it: resources for build points, or one of them alone.
