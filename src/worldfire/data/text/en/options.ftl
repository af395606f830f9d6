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
