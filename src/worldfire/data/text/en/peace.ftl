# 13.7.2 Allied support
event-MinorSupported = Four corps stand by { $country }, which { $power } has attacked.

# 13.7.3 mutual peace
peace-talks = Does { $power } want to talk peace?
draw-up-terms = Draw up terms for { $power }, then put them.
answer-terms = { $power } has put these terms. What is your answer?
take-country-as = { $country } is yours by the peace. Do you take it as conquered or as aligned?
verb-make-no-peace = talk with nobody
verb-talk-peace-with = talk with
verb-offer-hexes = offer these hexes
verb-demand-hexes = demand these hexes
verb-offer-countries = offer these countries
verb-demand-countries = demand these countries
verb-put-terms = put the terms
verb-break-off-talks = break off the talks
verb-accept-terms = accept
verb-amend-terms = amend
verb-reject-terms = decline
verb-take-country-as = take it as
hex-not-contiguous = { $place } touches no hex that { $power } controls or would get with it.
peace-without-terms = Nothing changes hands here: with a minor country the old borders return.
no-country-to-give = There is no minor country to give.
last-word = These terms are only accepted or declined.
event-TermsProposed = { $power } proposes to { $target_power }: it gives { $giving_count ->
    [0] no hexes
   *[other] { $giving }
} and { $giving_countries_count ->
    [0] no countries
   *[other] { $giving_countries }
}, and gets { $taking_count ->
    [0] no hexes
   *[other] { $taking }
} and { $taking_countries_count ->
    [0] no countries
   *[other] { $taking_countries }
}.
event-TermsDeclined = { $power } declines to agree with { $target_power }.
event-PeaceMade = { $power } and { $target_power } make peace, and a pact is in place between them.
event-MinorAtPeace = { $country } and { $power } are at peace within their old borders.
event-CountryTransferred = { $country } passes to { $power } by the peace, { $conquered ->
    [True] conquered
   *[False] aligned
}.

# 13.7.5 what is given back
give-back-hexes = { $country } is free. Does { $power } give back every hex that it held in 1939? Who does not will never co-operate with it.
part-stack = Units at { $place } may not stay together. Whose leave? If you do not agree, all do.
revert = Does { $power } return anything to an ally who held it in 1939?
verb-give-back-hexes = give them back
verb-keep-liberated-hexes = keep them
verb-send-away-units-of = send away units of
verb-revert-nothing = return nothing more
verb-revert-countries = return these countries
verb-revert-hexes = return these hexes
no-country-to-revert = No ally had any of your countries in 1939.
no-hex-to-revert = No ally had any of your hexes in 1939.
event-HexesGivenBack = { $power } gives back what { $country } held in 1939: { $places }.
event-HexesKept = { $power } keeps what { $country } held in 1939.
event-PowerIsBack = { $power } is back in the war.
event-CountryReverted = { $country } returns to { $power }.
event-HexesReverted = { $power } returns { $places }.
event-PowerArises = { $power } comes into being.
event-PowerVanishes = { $power } is no more.

# 13.7.6 surrender
surrender = May { $power } surrender { $country }?
verb-surrender = surrender
verb-do-not-surrender = fight on
event-HomeSurrendered = { $power } surrenders { $country }.

# 13.9 the count
event-TotalCounted = { $seat } has a total of { $total } and is number { $rank }.
