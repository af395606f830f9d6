# The log as a story: units by nation and formation, places by the nearest city, one line for each deed.

formation-ussr-corps = Army
formation-germany-ARM = Panzer
formation-corps = Corps
formation-division = Division

adjective-germany = German
adjective-ussr = Soviet
adjective-italy = Italian
adjective-japan = Japanese
adjective-united-kingdom = British
adjective-commonwealth = Commonwealth
adjective-france = French
adjective-usa = American
adjective-china = Chinese
adjective-nationalist-china = Nationalist
adjective-communist-china = Communist
adjective-finland = Finnish
adjective-hungary = Hungarian
adjective-rumania = Rumanian
adjective-bulgaria = Bulgarian
adjective-poland = Polish
adjective-yugoslavia = Yugoslav
adjective-greece = Greek
adjective-turkey = Turkish
adjective-sweden = Swedish
adjective-canada = Canadian
adjective-australia = Australian
adjective-india = Indian
adjective-afghanistan = Afghan
adjective-albania = Albanian
adjective-arabia = Arab
adjective-argentina = Argentine
adjective-armenia = Armenian
adjective-austria-hungary = Austro-Hungarian
adjective-azerbaijan = Azerbaijani
adjective-baltic-states = Baltic
adjective-belgium = Belgian
adjective-brazil = Brazilian
adjective-central-america = Central American
adjective-chile = Chilean
adjective-colombia = Colombian
adjective-cuba = Cuban
adjective-czech = Czech
adjective-denmark = Danish
adjective-egypt = Egyptian
adjective-estonia = Estonian
adjective-ethiopia = Ethiopian
adjective-georgia = Georgian
adjective-ireland = Irish
adjective-mexico = Mexican
adjective-montenegro = Montenegrin
adjective-netherlands = Dutch
adjective-norway = Norwegian
adjective-ottoman-empire = Ottoman
adjective-pakistan = Pakistani
adjective-persia = Persian
adjective-peru = Peruvian
adjective-portugal = Portuguese
adjective-russia = Russian
adjective-serbia = Serbian
adjective-siam = Siamese
adjective-spain = Spanish
adjective-switzerland = Swiss
adjective-ukraine = Ukrainian
adjective-uzbek-turkmen = Turkestani
adjective-venezuela = Venezuelan

nobody = nobody
two-units = { $first } and { $second }
several-units = { $first } and { $count } others

story-impulse = Impulse { $number }: { $side }
story-Marched = { $units } { $units_count ->
    [one] marches
   *[other] march
} to { $path }.
story-Overrun = { $units } { $units_count ->
    [one] is
   *[other] are
} overrun in { $place }.
story-Railed = { $thing } is railed to { $to }.
# a voyage: who from where to where, and through which sea areas; convoys sail alone or with ships
story-voyage-ships = { $who } { $ships ->
    [one] sails
   *[other] sail
} from { $origin }{ $via } to { $to }.
story-voyage-convoys = { $points ->
    [one] 1 convoy point sails
   *[other] { $points } convoy points sail
} from { $origin }{ $via } to { $to }.
story-voyage-both = { $who } and { $points ->
    [one] 1 convoy point
   *[other] { $points } convoy points
} sail from { $origin }{ $via } to { $to }.
story-voyage-via = { " " }by way of { $seas }
story-sunk = Sunk: { $units }.
story-damaged = Damaged: { $units }.
story-driven-off = Driven off: { $units }.
story-nobody-hit = Nobody was hit.
story-TookOff = { event-TookOff }
story-Rebased = { $thing } rebases to { $base }.
story-ReturnedToBase = { $thing } lands at { $base }.
story-Destroyed = { $thing } is lost.
story-Arrived = { $thing } arrives at { $place }.
# the same words with the names of a story: 1st Army (INF 4-3), not 1
story-Invaded = { $unit } invades { $place } from { $transport } in section { $section }.
story-Embarked = { $thing } embarks on { $transport } in { $origin }.
story-Debarked = { $thing } debarks from { $transport } in { $to }.
story-Bombarded = { $ship } bombards { $place } with a strength of { $factors }.
story-FlewToSea = { event-FlewToSea }
story-Launched = { event-Launched }
story-ArrivalDelayed = { event-ArrivalDelayed }
story-Scrapped = { event-Scrapped }
story-ReturnedToPool = { event-ReturnedToPool }
story-UnitGivenUp = { event-UnitGivenUp }
story-UnitBuilt = { event-UnitBuilt }
story-BonusPointEarned = { event-BonusPointEarned }
story-Displaced = { event-Displaced }
story-CountryOfUnitChanged = { event-CountryOfUnitChanged }
story-Aborted = { $aircraft } is driven off.
story-ClearedThrough = { $aircraft } gets through to the target.
story-ControlChanged = { $place } is now held by { $controller }.
story-Retreated = { $unit } retreats to { $to }.
story-Reorganised = { $unit } is reorganised.
story-attack = { $units } { $count ->
    [one] attacks
   *[other] attack
} { $place } at { $odds }
story-attack-rolled = , { $count ->
    [one] rolls
   *[other] roll
} { $roll }
story-attack-modified = , { $count ->
    [one] rolls
   *[other] roll
} { $dice }, { $roll } with modifiers
story-lost = { $units } { $count ->
    [one] is
   *[other] are
} lost
story-retreats = { $unit } retreats to { $to }
story-shattered = { $unit } is shattered
story-advance = { $units } { $count ->
    [one] advances
   *[other] advance
}
story-strike = { $aircraft } strikes { $unit }: rolls { $dice }, needs { $factor } or less: { $success ->
    [True] turned face-down
   *[False] missed
}.
story-hexes = { $count } hexes change hands.
story-needed = { $roll ->
    [1] any roll drives the defenders off
   *[other] { $roll } or more drives the defenders off
}
