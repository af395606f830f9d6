# What only Fatal Alliances says.

land-units-are-not-overrun = Land units cannot be overrun: attack the ones in { $place }.

break-down = Which corps of { $power } are broken down into divisions?
build-up = Which two divisions of { $power } become a corps? If they are in one hex, it stands there at once; if not, it arrives next turn.
carry-on-alone = Your ally’s troops refuse to attack { $place }. Do you attack without them, or call it off?
choose-corps = Which kind of corps do they become?
choose-division = Which kind of division is left of { $unit }?
choose-divisions = Which divisions is { $unit } broken down into?
direct-guns = Which guns get another die from your offensive? At most { $most }.
double-units = Which attackers does your offensive double? At most { $most }.
entrench = Which corps of { $power } dig in? { $most ->
    [one] You have one entrenchment.
   *[other] You have { $most } entrenchments.
}
hold-in-reserve = Too many defend { $place }: which of them stays out of the combat?
lay-guns = Which guns bombard which hex? You can change this until you are done.
man-aircraft = Which aircraft of the reserve pool get a pilot? You have { $most }.
name-observer = Does an aircraft over { $place } observe for your troops instead of bombing?
name-spotter = Does an aircraft over { $place } spot for the strike instead of bombing?
orient-fort = Which hexside of { $place } does the fort { $unit } guard first? Its other hexsides follow round the hex.
release-gas = Do you release gas in the attack on { $place }?
spend-offensive-points = { $power } has { $number } offensive points. What do you spend them on?
support-with-hq = Which HQs support which combat? You can change this until you are done.
use-engineers = Do your engineers go first in the attack on { $place }? They help, and one of them is the first loss.
withdraw-aircraft = Which aircraft of { $power } are withdrawn to the reserve pool?

already-entrenched = { $unit } is entrenched already.
division-face-down = Only face-up divisions are built up into a corps.
division-of-this-turn = { $unit } comes from a corps that was broken down this turn; it cannot be built up before next turn.
division-out-of-supply = Divisions in different hexes are built up only in supply, and { $unit } is out of supply.
divisions-in-a-zone = Divisions in different hexes are built up only outside enemy zones of control, and { $unit } is in one.
entrenching-out-of-supply = { $unit } is out of supply and cannot dig in.
gun-attacks-itself = { $unit } takes part in an attack and cannot bombard as well.
gun-face-down = { $unit } is face-down and cannot bombard.
gun-out-of-range = { $unit } cannot bombard { $place }: it is not adjacent, or an alpine hexside lies between them.
gun-out-of-supply = { $unit } is out of supply and cannot bombard.
gun-surprised = { $unit } is surprised and cannot bombard.
gun-under-attack = { $unit } cannot bombard: its own hex is being attacked.
hq-does-not-attack = { $unit } cannot support the attack on { $place }: it does not take part in it.
hq-face-down = { $unit } is face-down and cannot support a combat.
hq-out-of-supply = { $unit } is out of supply and cannot support a combat.
hq-surprised = { $unit } is surprised and cannot support a combat.
hq-is-a-stranger-there = { $unit } does not co-operate with the country that defends { $place }.
hq-too-far-away = { $unit } cannot support the defence of { $place }: it is neither there nor beside it.
hq-under-attack = { $unit } cannot support another hex: its own is being attacked.
losses-do-not-add-up = These are not the losses that the result demands: a corps counts one, a division half.
no-corps-in-the-pool = The force pool has no corps that these two divisions could become.
no-division-to-stand-in = No corps there can be reduced to a division.
no-divisions-in-the-pool = The force pool does not have two divisions that { $unit } could become.
no-gun-can-bombard = None of your guns can bombard anything.
no-hq-can-lead = { $power } has no HQ that can lead such an offensive now.
no-hq-can-support = None of your HQs can support a combat.
no-hq-to-turn-up = { $power } can turn no HQ face-up.
no-unlimited-actions = { $power } cannot pay for unlimited actions now.
nobody-can-spot = No aircraft over { $place } can spot or observe.
nobody-to-break-down = No corps can be broken down.
nobody-to-build-up = No divisions can be built up.
nobody-to-help = There is nobody for your offensive to help.
not-a-corps-of-divisions = Only infantry, mountain, motorised and cavalry corps can be broken down, and { $unit } is none of these.
not-a-gun = { $unit } is no artillery and cannot bombard.
one-hq-for-each-combat = Only one HQ of each side can support the combat in { $place }.
only-corps-entrench = Only corps can dig in, and { $unit } is none.
reserves-do-not-attack = No more than { $most } units can attack out of { $place }: those in reserve stay behind.

raiders-come-and-go = { $hidden ->
    [one] Does { $unit } come back, where nobody expects it?
   *[other] Does { $unit } go into hiding? It can come back in a later turn, where nobody expects it.
}
raider-not-in-hiding = Nobody is in hiding who could come back.
raider-not-on-the-map = Nobody is on the map who could vanish.
territorials-stay-near = { $unit } may leave its home country only for hexes of its own power or of an enemy, and { $place } is neither.

deploy-reserves = Which reserves of { $power } return from the home front?
send-to-home-front = Which corps of { $power } go to the home front?
hq-feeds-too-many = { $unit } can supply no more than { $most } units in an impulse.
nobody-to-feed = None of your HQs can supply anybody who needs it.
no-pilots-to-retrain = You have no pilots to spare.

give-up-units = Which units of { $power } do you destroy yourself? It costs no morale, except in an enemy zone of control.
event-PartisanCountries = Partisan roll { $dice }: { $areas } may rise.

# 21.4 the railway gun
railway-gun-needs-rails = { $unit } moves along railways only: no line leads it to { $place }.
