air-aborted = must abort
air-active = active, rolls second
air-choice = { $rolled } rolled { $result } ({ $meaning }): { $chooser } picks now.
air-columns-next = The next round, if nothing changes: two dice on each side’s column
air-columns-now = This exchange: two dice on each side’s column
air-counts = What it counts for: the front aircraft its whole rating, a fighter behind it a tenth
air-destroyed = destroyed
air-fixed = column, fixed at the start of the round
air-front = front
air-inactive = rolls first
air-means = { $what }; { $who }
air-nothing = no effect
air-result = Result
air-roller = roller picks
air-strength = column, from a strength of { $strength }
air-surprise-shift = surprise { $points }
air-through = bomber through
air-unarmed = does not roll: an unarmed bomber leads
air-victim = victim picks

battle-against = against
battle-label = Battle

combat-air = Air combat, round { $round }
combat-air-before = Air combat, before the first round
combat-attacks = Attacks by the { $side }
combat-bombers = Bombers
combat-cleared = Got through
combat-fighters = Fighters
combat-label = Combat
combat-land = Land combat
combat-lost = Lost so far: attacker { $attacker }, defender { $defender }.
combat-mission = Mission: { $mission }
combat-result = { $result } ({ $table })

odds-attack = Attack
odds-before = { $ratio } before the weather ({ $weather })
odds-changed = { $printed } → { $factors }
odds-defence = Defence
odds-dice = { $count ->
    [2] sum of two dice
   *[other] sum of { $count } dice
}
odds-factors = { $attack } against { $defence }
odds-meaning = What do these results mean?
odds-modifiers = Modifiers
odds-results = Possible results
odds-shift = modifier { $shift }
odds-support = + { $factors } from air and sea
