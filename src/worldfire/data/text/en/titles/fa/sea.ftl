# The war at sea: what is asked, and why something is not allowed.

search-harder = { $place }: turn 4 units face-down for 1 off the search roll, or 10 for 2?
screen-ships = Which of your ships do you screen in this round? They do not fire, and are hit last.
keep-away = Which of your faster ships stay out of this round?
catch-faster-ships = You have { $points } surprise points. How many points of speed do you pay for, to bring faster ships to battle?
lose-convoys = { $place }: which convoy points are lost, { $points } in all?
damage-submarine = { $place }: which submarine is damaged? { $points } to go.
throw-search-again = A search in { $place } has thrown { $die }. Do you have it thrown again?

so-many-or-so-many-search = Turn exactly { $least } units face-down, or exactly { $most }.
scapa-flow-does-not-watch = Only the Commonwealth sails out of Scapa Flow, and not into { $sea }.
scapa-flow-lets-them-home = Nobody sails out of Scapa Flow against ships that return to base.
scapa-flow-lets-them-by = Nobody sails out of Scapa Flow unless more than two German ships are coming, counting those that have slipped by.
scapa-flow-sees-nobody = You have no unit in that sea area that could try to intercept.
scapa-flow-is-empty = No face-up surface combat ship sails out of Scapa Flow.

ports-are-restricted = { $place } is open to ships of the other side only.
few-ships-in-a-neutral-port = No more than { $most } surface naval units of a power base in { $place }.
one-port-of-each-neutral = You base in another port of { $power } already, so not in { $place }.
few-neutral-ports = You base in { $most } neutral ports already, so not in { $place }.
trade-needs-these-convoys = While the USA is neutral, { $least ->
    [one] one convoy point has
   *[other] { $least } convoy points have
} to stay in { $place } for its trade with Germany.
no-submarines-in-neutral-ports = Submarines do not base in a neutral port such as { $place }.
no-repairs-in-neutral-ports = Damaged ships find no refuge in a neutral port such as { $place }.
neutrals-base-convoys-only = A neutral power bases nothing but convoys in neutral ports such as { $place }.
auxiliaries-only-in-us-ports = Of all your ships only auxiliary cruisers may base in { $place }.

nobody-at-a-source = None of your units is in a friendly city or port.
one-source-at-a-time = Name units that are in one and the same city or port.
source-is-limited = { $place } supplies one land or air unit, or up to { $most } surface ships.

warships-carry-divisions = { $transport } carries one infantry class division at most, which is not motorised.
laden-ship-does-not-bombard = { $unit } carries troops and does not bombard.

declares-no-u-boat-war = Only an active Germany declares unrestricted U-boat warfare.
u-boat-war-is-declared = Unrestricted U-boat warfare is declared for this turn already.
seizes-no-ships = This is not for you to do, or it is too late: their country is at war.
ships-were-exchanged = These ships have been exchanged already.
ships-are-complete = It is too late for that: the ships are complete.
not-in-an-ottoman-port = The Goeben is in no port of a neutral Ottoman Empire.
no-air-to-sea-factors = { $unit } has no air-to-sea factors and does not fly to sea.
convoys-of-strangers = The power of these convoy points does not co-operate with the country of { $place }: it can have only as many naval units in port there as its own HQs there command.
