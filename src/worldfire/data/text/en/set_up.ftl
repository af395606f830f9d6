# 2.3, 18.1 and the set-up of campaigns.

too-many-land-units = { $place } holds at most { $most } land units.
too-many-aircraft = { $place } holds at most { $most } aircraft.
too-many-ships = { $place } holds at most { $most } naval units.
no-port-for-ships = { $place } has no port for naval units.
units-do-not-cooperate = { $unit } and { $target } do not co-operate, so they cannot stack together.
set-up-not-controlled = { $place } is controlled neither by { $power } nor by a power that co-operates with it.
set-up-no-room = There is not enough room in the zone for { $units }.

no-old-units = No unit in the force pools is old enough to be removed.
set-up-old-units = Which old units do you remove from your force pools for good? Later draws get better, but a pool that you thin out is not topped up in later years.
set-up-zone = Set up { $units } in this zone: { $zone }.
set-up-convoys = { $points ->
    [one] Where does your convoy point begin?
   *[other] Where do your { $points } convoy points begin?
}
put-to-sea = Which ships of { $power } are at sea when the campaign begins? They sailed last turn, and drop a section.

verb-set-up = set up
verb-remove-old-units = remove from the game
verb-set-up-convoys = set up convoy points
verb-put-to-sea = put to sea

nobody-puts-to-sea = No ship of yours can put to sea.
neutral-puts-no-ship-to-sea = { $power } is neutral: only its convoy points are at sea.
not-your-ship-in-port = That is not one of your ships in port.
not-put-to-sea-there = { $unit } could not have sailed to { $place } and stayed at sea.

event-ZoneSetUp = { $power } sets up ({ $zone }): { $units }.
event-SetUpDone = { $power } has set up { $count ->
    [one] 1 unit
   *[other] { $count } units
}.
event-ConvoysSetUp = { $power } puts { $points ->
    [one] 1 convoy point
   *[other] { $points } convoy points
} in { $to }.
event-PutToSea = { $ship } is at sea in { $to }.

bid-first = Open the bidding for a group of powers, at { $high } or more, or drop out of this round.
bid-higher = The highest bid is { $high }. Bid more, or drop out of this round.
take-group = You have the highest bid, { $bid }. Which powers do you take?
bid-at-its-highest = Nobody can bid more than { $most }.

verb-bid = bid
verb-drop-out = drop out
verb-take-group = take

event-BidMade = { $seat } bids { $bid }.
event-BidderOut = { $seat } drops out.
event-GroupTaken = { $seat } takes { $powers } for { $bid }.

# cautions before something is done
caution-no-supply = Nothing can supply { $units } at { $path }.
caution-no-supply-until-aligned = Nothing can supply { $units } at { $path } until { $country } is aligned.
