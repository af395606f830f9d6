# 5.1: trade with the USA in default
markers-for-default = { $power } has not kept to its trade with the USA. Does the USA take entry markers for it?
verb-take-markers-for-default = take two markers
verb-forgo-markers-for-default = take none

# 13.3.2: US entry options 4 and 21
event-CarrierInterned = { $thing } is interned: it is Free French, and waits for the end of Vichy.
reflag-convoys = { $power } may now, and only now, give up to { $most } convoy points to its active allies. To whom, and how many?
verb-reflag-convoys = reflag convoys
withdraw-convoys = Where do the { $points } convoy points come from that change their flags?
verb-withdraw-convoys = withdraw convoys
event-ConvoysReflagged = { $power } gets { $points } convoy points of the USA. They arrive next turn.

# 2.5.4: convoys that cannot stay
event-ConvoysDisplaced = { $points } convoy points of { $power } cannot stay in { $place } and will arrive again.
