# What each throw of dice is for, with its section and the table that it is looked up on: shown beside the dice.

roll-tie = Allies who must agree but cannot each roll a die; the highest decides for all (2.7).
roll-initiative = Initiative: each side rolls a die and adds its modifier from the initiative track; the higher total wins (6.1).
roll-weather = Weather: a die, modified by the last roll, on the chart for these months (8).
roll-air-to-air = Air-to-air combat: the sum of two dice, in the column of the side’s air-to-air value (14.3.2).
roll-ground-strike = Ground strike: each die at or below the bomber’s tactical factor turns the unit face-down (11.8).
roll-land-combat = Land combat: the dice with every modifier, in the column of the odds on the chosen table (11.15.5).
roll-fractional-odds = Fractional odds: a die at or below the spare tenths gives the better odds (11.15.5).
roll-naval-overrun = A naval unit overrun in port: the die decides whether it gets away, is captured or is lost (11.10.6).
roll-strategic-bombardment = Strategic bombardment: a die on the table, in the column of the strategic factors (11.7).
roll-last-impulse = End of the action stage: it ends if the die is at or below the number on the impulse track (12).
roll-partisan-countries = Partisans: the dice say which countries may rise this turn (13.1.1).
roll-partisans = Partisans in one country: a die against the country’s partisan number (13.1.1).
roll-distance-to-a-new-home = Units far from the new home of a conquered country: the die says how far is too far (13.7.1).
roll-ship-of-a-conquered-country = A ship being built by a conquered country: the die decides what becomes of it (13.7.1).
roll-unit-without-a-home = A unit whose home country is conquered: the die decides whether it fights on (13.7.1).
roll-US-tension = Tension of a US entry option: a die at or below the points left over moves another marker (13.3.2).
roll-US-entry = A US entry action: a die at or below the points left over counts for another marker (13.3.3).
roll-US-declaration-of-war = The USA attempts to declare war: a die with its modifiers, at or below the war number (9.4).
roll-US-entry-marker = An entry marker of the USA, chosen blindly (13.3.1).
roll-US-tension-marker = A tension marker of the USA, chosen blindly (9.4).

drawn-by-chance = Drawn at random, not rolled: { $count } of { $among }.
roll-total = { $by } rolls { $dice }, { $total } in all.

# A printed result of land combat in words (11.15.5).
land-result = { $losses }{ $fate }; { $facing }
land-result-losses = attacker loses { $own }, defender { $theirs }
land-result-extra = attacker loses { $own } (one more in bad weather, bad terrain, or with armour in an assault), defender { $theirs }
land-result-all = attacker loses everything, defender { $theirs }
land-result-stay = { "" }
land-result-retreat = , the rest retreat
land-result-shatter = , the rest are shattered
land-result-breakthrough = , the rest are shattered in a breakthrough
land-result-face-none = the attackers are turned face-down
land-result-face-half = half of the attackers stay face-up
land-result-face-all = the attackers stay face-up
roll-interception = Naval interception: a modified die at or below the search number of the highest section with a unit that takes part finds the task force (11.4.6).
roll-reaction-of-Norway = Norway's reaction to its mined coast: low numbers turn it to the Commonwealth, high ones to Germany; less 1 if a carrier in the North Sea covers the minelayers (13.3.3).
roll-Free-French-chart = Free French chart: a group of French possessions joins Free France if the die is within its range, less 2 with great ships abroad (17.2).
roll-loyalty-to-Vichy = Loyalty to Vichy: the unit is lost on a modified 4 or less, each Free French or US unit -1, each Commonwealth unit +1 (17.5).
roll-political-points = Political points: each side adds the dice to its store (15).
roll-bonus-influence = Bonus influence: the die names countries with free attempts (15.1).
roll-influence = Influence: each die at or below the number of the flag moves it a box (15.1).
roll-entry-action = Entry action: a die at or below the points left over moves another marker (13.2.3).
roll-US-entry-into-the-war = The USA enters the war if the modified die is at or below the number of its levels (9.4.2).
roll-neutral-ports = Neutral ports: a die at or below the net number of ports moves a marker (13.2.3.1).
roll-Zimmermann-telegram = The telegram: on 1 to 5 Mexico listens, on 1 to 7 the USA gains two markers (15.4).
roll-Lusitania = The Lusitania is sunk on 3 or less (15.4).
roll-Pancho-Villa = Pancho Villa unpunished: on 3 or less the USA loses a marker (15.4).
roll-call-for-Jihad = The call for Jihad: on 7 or less the USA gains a marker (15.4).
roll-pressed-neutral = A neutral under pressure cuts its trade with Germany, or joins it (15.4).
