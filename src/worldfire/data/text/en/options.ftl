# What an optional rule changes, for whoever sets up a game: option-<title>-<number>, its parts option-<title>-<number>-<part>.

fleet-wif-ships = Every counter is one ship with its own name (options 5 and 6).
fleet-wif-classic = The standard game: most counters are two ships, named after the first of them.

option-wif-5 = Each counter is a single ship instead of a squadron, so twice as many fit into a minor port. Adds counters.

option-wif-6 = Light cruisers are single ships, too, instead of squadrons. Adds counters.

option-wif-8 = What the colours, circles and stripes on aircraft counters mean. Take all of it, or the parts you like.
option-wif-8-fighter-bombers = A fighter at the head of the bombers has an air-to-air rating of one less.
option-wif-8-twin-engined = By day, a twin-engined fighter in front does one result worse against a single-engined one.
option-wif-8-night = Strategic bombardment may come by night, when only night fighters are at their best. Adds counters.
option-wif-8-altitude = Strategic bombardment may come at high altitude, where most fighters are at a disadvantage. Adds counters.
option-wif-8-jets = A jet bomber in front may be cleared through if no jet faces it.
option-wif-8-flying-boats = Flying boats are based on coasts and lakes only, and lakes freeze over.
option-wif-8-tank-busters = Against armour, tank busters roll an extra die in ground strikes and double their ground support.
option-wif-8-bomber-atrs = Aircraft with a white range circle may also fly air transport, air supply and paradrops.
option-wif-8-large-atrs = Large transports carry two units or an infantry corps, bring twice the supply, and cost twice as much to reorganise.

option-wif-26 = Spare factors are not lost: an extra die decides whether they lift the attack to the next odds.

option-wif-27 = Land combat is resolved with two dice added together. The odds become a modifier, and bad weather, bad terrain or
    armour in an assault may cost the attacker one more loss. With option 26, fractions of the modifier count as well.

option-wif-38 = When a power has used up a type of unit, it may build units of that type from later years: for their price once
    more for each year ahead, and with a turn more for each.

option-wif-44 = Instead of having an aircraft cleared through, the other side may send a fighter to bounce an enemy aircraft.

# Fatal Alliances III, by our own numbers: its book has two options of number 8 and one without a number
option-fa-1 = Each hex may hold one land unit more, in reserve. It adds nothing to what can attack out of the hex, and when too many
    defend a hex one of them stays out of the combat.
option-fa-2 = Supply is traced over the sea only through sea areas in which you or a partner have a convoy, a transport or a landing
    ship.
option-fa-3 = Supply crosses a strait only if no enemy in the seas beside it could cut it, or if you could trace it through one of
    those seas.
option-fa-4 = A face-up HQ may keep as many units as its reorganisation value in supply for one impulse, and is turned face-down for it
    at the end of land combat.
option-fa-5 = Entering a sea area that an enemy warship patrols costs surface ships one movement point more, unless you had a warship
    there or hold a major port on it; once in a move at most.
option-fa-6 = At the end of the turn only units at sea, and those that can trace supply over any distance to a source of their own, are
    turned face-up.
option-fa-7 = Reserves may be kept at home, and corps sent home from a city. Every two corps there give a tenth of a level of morale each
    turn.
option-fa-8 = Instead of having a bomber cleared through, the other side may send a fighter to bounce an enemy aircraft. The two fight
    by themselves.
option-fa-9 = Headquarters and corps of infantry or motorised troops may bombard like artillery of one factor, instead of doing anything
    else.
option-fa-10 = The counters limit only the forts that are being built. On the map a power may have as many as it likes.
option-fa-11 = Nobody buys influence. The Ottoman Empire, Italy, Bulgaria, Portugal, Rumania, Greece and Brazil join their historical
    side on fixed dates.
