# Debarking at sea (11.12), invasions (11.13), and aircraft that leave a transport (11.16).

debark = Which units of { $power } debark, and where?
invade = Which units of { $power } invade, and where?

verb-debark = debark
verb-finish-debarking = finish debarking
verb-invade = invade
verb-finish-invading = finish invading

event-Invaded = { $unit } invades { $place } from { $transport } in section { $section }.

leaves-a-transport-only = { $unit } cannot leave { $transport } at sea: only transports unload there.
transport-cannot-unload = { $transport } is face-down and cannot unload at sea.
cargo-cannot-leave = { $unit } is face-down and cannot leave its transport at sea.
not-land-cargo-at-sea = This is not a land unit aboard a ship at sea.
not-its-cargo = { $unit } does not belong to { $power }.
not-on-its-sea-area = { $place } is not on the coast of the sea area that { $unit } is in.
debark-on-a-friendly-coast = { $place } is not friendly.
no-port-to-debark = { $unit } can only debark in an open port or beside a co-operating HQ.
nobody-can-debark = You have no unit that can debark.

not-an-invader = { $unit } is not a unit that can invade.
invades-from-an-amph = { $unit } cannot invade from { $transport }, only from an AMPH.
invades-from-a-higher-section = { $transport } must be in section { $least } or higher for an invasion.
no-beach-on-its-sea-area = { $place } has no all-sea hexside on the sea area that { $unit } is in.
invasion-of-a-friend = { $place } is not controlled by an enemy.
no-invasion-of-own-partisans = Friendly partisans hold { $place }: nobody invades it, but units they co-operate with can debark.
transport-not-at-war = { $transport } is not at war with the owner of { $place }.
no-invasion-in-storm = Nobody can invade { $place } in this weather.
nobody-can-invade = You have no unit that can invade.

ship-is-a-stranger-there = { $unit } does not co-operate with the country that defends { $place }.
