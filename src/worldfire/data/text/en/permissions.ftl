# What allies let each other do: what the taker may then do, and what it means for the owner.

noun-not-a-request = A request names another seat and what it should allow.
permission-given-already = { $ally } allows that already.
permission-asked-already = { $ally } has been asked and has not answered yet.

verb-request = ask an ally to allow something

event-ConsentGiven = { $answer ->
    [yes] { $giver } allows { $taker }: { $permissions }.
    [once] { $giver } allows { $taker } for now: { $permissions }.
    [no] { $giver } does not allow { $taker }: { $permissions }.
   *[ask] { $giver } leaves open whether { $taker } may: { $permissions }.
}

# What the taker may do with what belongs to the giver, in words that follow “allows him to”.

permission-enter = come into the hexes and ports
permission-supply = trace supply through the hexes
permission-transport = carry the land units and aircraft, by sea and by air
permission-sail = take ships along in joint task forces
permission-march = take land units along in a stack
permission-control = keep enemy hexes that both enter with equal strength
permission-reorganise = use reorganisation points
permission-resources = send resources through the hexes
permission-convoys = use convoy points
permission-panama-canal = pass the Panama Canal though it is closed
permission-lend-aircraft = take lend-lease aircraft into the force pools

# What that means for the owner.

about-permission-enter = His land units, aircraft and ships may move through and stay in your hexes and ports. They may unless you say no.
about-permission-supply = Supply paths of his units may run through your hexes. They may unless you say no.
about-permission-transport = His ships and aircraft may embark your face-up land units and aircraft where they stand and set them down elsewhere: he decides where.
about-permission-sail = Your ships may sail in a task force that he leads. Yes: he need not ask you. Leave it open and you are asked each time; no, and he cannot propose it.
about-permission-march = Your land units may be moved in a stack with units of his that stand in the same hex.
about-permission-control = When units of both enter an enemy hex with equally many factors, it becomes his. Without an agreement they cannot enter together.
about-permission-reorganise = Your HQs, supply ships and aircraft may turn his units face-up. It costs you their points, and twice as many.
about-permission-resources = His resources may travel by rail through your hexes on their way to a factory or port. It costs you nothing.
about-permission-convoys = His resources may travel on your convoy points. Points that he uses this turn are not there for your own.
about-permission-panama-canal = Ships of his may go between the Gulf of Panama and the Caribbean Sea. Allies may unless you say no, others only if you say yes.
about-permission-lend-aircraft = He may put the foreign aircraft lent by you into his force pools; your own unit of the same type goes to the lend-lease pool for it.

# In the terminal: he may, you may not …

leave-yes = may
leave-once = may for now
leave-no = may not
leave-allowed = may (nothing said)
leave-asked = may if asked each time (nothing said)
leave-refused = may not (nothing said)
