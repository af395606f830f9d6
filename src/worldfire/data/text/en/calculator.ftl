# What the attack calculator says of other combats than land combats.

calculated-face-down = { $count ->
    [0] no unit is turned face-down
    [one] 1 unit is turned face-down
   *[other] { $count } units are turned face-down
}
calculated-points-lost = { $count ->
    [0] nothing is lost
    [one] 1 point is lost
   *[other] { $count } points are lost
}
calculated-flak-points = { $count ->
    [one] 1 anti-aircraft point
   *[other] { $count } anti-aircraft points
}
calculated-unopposed = Low-altitude day mission that nobody opposes
calculated-high-altitude = High altitude
calculated-factors = Strategic factors
calculated-expected-points = Average points lost
calculated-column = Column
calculated-dice = Dice
calculated-highest = { $dice }, of which the highest { $counted } count
calculated-lowest = { $dice }, of which the lowest { $counted } count
calculated-inflicted = Results
calculated-hits = { $destroyed } X, { $damaged } D, { $aborted } A
calculated-expected-destroyed = Average destroyed
calculated-expected-damaged = Average damaged
calculated-expected-aborted = Average aborted
