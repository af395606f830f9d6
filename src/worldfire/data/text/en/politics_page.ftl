# the page of politics: what minor countries wait for (19.6 to 19.8)
joins-finland-joins-germany = If the USSR's claim to the borderlands was allowed, or Germany has enforced a peace. Without a claim, once Germany has declared war on the USSR.
joins-hungary-joins-germany = Before a claim to Bessarabia: if Germany holds part of Yugoslavia or has declared war on the USSR. After an allowed claim: if Transylvania was given to Hungary in an earlier step, or Germany has declared war on the USSR. After a denied one: if Rumania fights the USSR, has fallen to it or was given peace.
joins-bulgaria-joins-germany = Before a claim to Bessarabia: if Germany holds part of Greece or Yugoslavia. After an allowed claim: if its own claim was allowed in an earlier step, or was denied and Germany has declared war on the USSR. After a denied one: if Germany enforced a peace.
joins-rumania-joins-germany = Before a claim to Bessarabia: if Germany holds part of Yugoslavia or has declared war on the USSR. After an allowed claim: if France has fallen or its neighbours got nothing. After a denied one: if Germany enforced a peace.
joins-rumania-joins-the-ussr = If both Bessarabia and Transylvania were taken from it and the USSR has declared war on Germany.
joins-bulgaria-joins-the-ussr = If Germany denied its claim and the USSR has declared war on Germany, or if Rumania denied Bessarabia and fell to the USSR.
joins-has-corps-in-the-east = With { $corps } corps in supply in the countries beside it, other than the USSR and Turkey.
joins-leans-to-germany = Once an Allied major power has declared war on a country of the Americas.
joins-has-corps-beside = With { $corps } corps in the countries beside it.
joins-balts-join-germany = While Germany is at war with the USSR; all three in one step of the game.
joins-norway-joins-germany = If its coast was mined and it turned to Germany: while a German land unit in supply stands in London, or in Moscow too if it turned to Germany altogether.
joins-siam-joins-japan = At any time.
joins-has-gibraltar = Whoever of them holds Gibraltar.
joins-has-corps-on-the-turkish-border = With { $corps } German corps in supply in Soviet hexes next to it.
joins-yugoslavia-joins-the-axis = Whoever of them holds Athens, once the Axis has every country around.
joins-usa-fights-all = Once the USA is at war with Germany, Italy and Japan.
joins-usa-fights-one = Once the USA is at war with Germany, Italy or Japan.

# what ends or lessens trade (5.1)
trade-ends-germany-ussr = While their pact lasts. The USSR sends less for each claim that it was given, each neighbour that Germany aligns and each that the Axis attacks; for each Soviet attack elsewhere Germany keeps a build point or gets a resource more.
trade-ends-italy-usa = While both are neutral and the War Appropriations Bill (option 34) is not passed. Italy needs convoys in its own waters, the USA a chain to them.
trade-ends-japan-usa = Until they are at war. Options 13, 23 and 31 lessen and end it. Both need convoys for it.
trade-ends-netherlands-japan = Until Japan is at war with the Netherlands or the Commonwealth, or the USA embargoes its oil (option 31).
trade-ends-hungary-germany = Until Hungary aligns, or Germany denies it Transylvania.
trade-ends-turkey-germany = Until Turkey is neutral no more, or Italy is conquered.
trade-ends-iraq-france = Until Iraq is neutral no more; once France is out, to whoever holds Syria.
trade-ends-venezuela-commonwealth = Whether Venezuela is neutral or with the Allies.
trade-ends-venezuela-usa = Whether Venezuela is neutral or with the Allies.
page-trade-of-a-neutral = Until the country is neutral no more.

# US entry (13.3.2, 9.4)
page-option-needed = { $option }, in an earlier turn
page-tension-needed = tension level { $level }
us-condition-bearn = the carrier Bearn is with Vichy
us-condition-denmark = the Axis has attacked Denmark, and is not in Greenland or Iceland
us-condition-burma-road = Japan has closed the Burma Road
us-condition-pacific-neutral = Japan is not yet at war with all of the Commonwealth, France, the Netherlands and Portugal
us-condition-nei = Germany or Italy has attacked the Netherlands, and the East Indies are with the Allies
us-die-united-kingdom-conquered = the United Kingdom is conquered
us-die-china-conquered = China is conquered
us-die-japanese-unit-in-unconquered-china = Japanese units stand in China
us-die-fleet-not-in-pearl-harbor = the fleet is not at Pearl Harbor
us-die-war-appropriations-bill-not-passed = the War Appropriations Bill is not passed
us-die-usa-at-war-with-a-major-power = the USA is at war with another major power
