# What only Fatal Alliances says.

land-units-are-not-overrun = Land units cannot be overrun: attack the ones in { $place }.

break-down = Which corps of { $power } are broken down into divisions?
build-up = Which two divisions of { $power } are built up into a corps?
carry-on-alone = Your allies refuse to attack { $place }. Do you attack alone, or call it off?
choose-corps = Which kind of corps do they become?
choose-division = Which kind of division is left of { $unit }?
choose-divisions = Which divisions is { $unit } broken down into?
direct-guns = Which guns get another die from your offensive? At most { $most }.
double-units = Which attackers does your offensive double? At most { $most }.
entrench = Which corps of { $power } dig in? You have { $most } entrenchments.
hold-in-reserve = Too many defend { $place }: which of them stays out of the combat?
lay-guns = Which guns bombard which hex? You can change this until you are done.
man-aircraft = Which aircraft of the reserve pool get a pilot? You have { $most }.
name-observer = Does an aircraft over { $place } observe for your troops instead of bombing?
name-spotter = Does an aircraft over { $place } spot for the strike instead of bombing?
orient-fort = Which way does the fort { $unit } in { $place } look first? Its other hexsides follow round the hex.
release-gas = Do you release gas in the attack on { $place }?
spend-offensive-points = { $power } has { $number } offensive points. What do you spend them on?
support-with-hq = Which HQs support which combat? You can change this until you are done.
use-engineers = Do your engineers go first in the attack on { $place }? Then one of them is the first loss.
withdraw-aircraft = Which aircraft of { $power } are withdrawn to the reserve pool?

already-entrenched = { $unit } is entrenched already.
division-face-down = Divisions are built up only while they are face-up.
division-of-this-turn = { $unit } has come of a corps this turn.
division-out-of-supply = { $unit } is out of supply.
divisions-in-a-zone = { $unit } is in an enemy zone of control.
entrenching-out-of-supply = { $unit } is out of supply and cannot dig in.
gun-attacks-itself = { $unit } attacks itself and cannot bombard as well.
gun-face-down = { $unit } is face-down.
gun-out-of-range = { $place } is not beside { $unit }, or an alpine hexside lies between them.
gun-out-of-supply = { $unit } is out of supply.
gun-surprised = { $unit } is surprised and holds its fire.
gun-under-attack = The hex of { $unit } is attacked itself.
hq-does-not-attack = { $unit } does not attack { $place } itself.
hq-face-down = { $unit } cannot support anybody now.
hq-out-of-supply = { $unit } is out of supply.
hq-surprised = { $unit } is surprised.
hq-too-far-away = { $unit } is neither in { $place } nor beside it.
hq-under-attack = The hex of { $unit } is attacked itself.
losses-do-not-add-up = These losses are not what the result demands: a corps counts one, a division half.
no-corps-in-the-pool = There is no corps in the force pool that these two could become.
no-division-to-stand-in = No corps there can be reduced to a division.
no-divisions-in-the-pool = There are no two divisions in the force pool for { $unit }.
no-gun-can-bombard = None of your guns can bombard anything.
no-hq-can-lead = { $power } has no HQ that can lead such an offensive now.
no-hq-can-support = None of your HQs can support a combat.
no-hq-to-turn-up = { $power } can turn no HQ face-up.
no-unlimited-actions = { $power } cannot pay for unlimited actions now.
nobody-can-spot = No aircraft over { $place } can look for the others.
nobody-to-break-down = No corps can be broken down.
nobody-to-build-up = No divisions can be built up.
nobody-to-help = There is nobody for your offensive to help.
not-a-corps-of-divisions = { $unit } is not a corps of divisions.
not-a-gun = { $unit } cannot bombard.
one-hq-for-each-combat = Only one HQ of a side supports the combat in { $place }.
only-corps-entrench = Only corps dig in: { $unit } cannot.
reserves-do-not-attack = Out of { $place } no more than { $most } units can attack.

raiders-come-and-go = Does { $unit } vanish, or come back where nobody expects it?
raider-not-in-hiding = Nobody waits in hiding to come back.
raider-not-on-the-map = Nobody is there who could vanish.
territorials-stay-near = { $unit } leaves its home country only for the hexes of its own power and of its enemies: not for { $place }.

deploy-reserves = Which reserves of { $power } return from the home front?
send-to-home-front = Which corps of { $power } go to the home front?
hq-feeds-too-many = { $unit } feeds at most { $most } units in an impulse.
nobody-to-feed = None of your HQs can feed anybody who needs it.
no-pilots-to-retrain = You have no pilots to spare.

# 21.4 the railway gun
shell-factory = { $unit } can bombard a factory. Which?
verb-shell-factory = bombard the factory in
verb-hold-railway-gun = hold its fire
railway-gun-needs-rails = { $unit } moves along railways only: there is none in { $place }.
