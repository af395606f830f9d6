## The campaigns: what they are, how long they take, who wins when, and what each side and power should try.

campaign-of-exercise = This is an exercise. It ends when its last step has been played, and nobody wins it. In the campaign itself: { $how }
campaign-by-objectives = At the end of the last turn each player counts the objective cities that their powers control, minus what these are expected to hold and what they bid; the highest total wins.
campaign-by-score = The { $side } win if they hold { $needed } of the cities that count at the end of the last turn; otherwise the other side wins.
campaign-by-points = The { $side } win if they have { $needed } points at the end of the last turn; otherwise the other side wins.

# Barbarossa
campaign-barbarossa-quick = June 1941, two players, five turns. The computer takes the other side and both armies are already set up, so you can start at once.
campaign-barbarossa-length = 5 turns of two months. One long evening, or two short ones.
campaign-barbarossa-quick-axis = Strike first and race the winter
campaign-barbarossa-quick-allies = Hold, trade space for time, strike back
campaign-barbarossa-story = 22 June 1941. Three German army groups stand on the border of the Soviet Union, from the Baltic to the Black Sea. The Red Army is surprised, spread out, and unprepared; winter is five months away.
campaign-barbarossa-how = Germany wins if the Axis hold { $needed } Soviet cities at the end of the fifth turn (January and February 1942). Every city counts as one, however large. With fewer, the Soviet Union has survived and wins.
campaign-barbarossa-axis = Your first goal is Brest-Litovsk, just across the border: it does not count itself, but the road to Minsk and Smolensk runs through it. Choose a land action; if nobody defends the city, march in, and otherwise attack it with every unit that can. After that, break through in the first two turns, while the weather is fine. Overrun weak stacks with armour, encircle the rest so that they are out of supply, and keep your headquarters close behind. Most cities lie in the Ukraine and in front of Moscow. From September rain and snow cost you aircraft, supply and movement.
campaign-barbarossa-allies = You cannot hold the border. Fall back to rivers, forests and cities, keep a line without gaps, and never leave units where they can be surrounded. Rail your factories east before they are lost. In winter, counter-attack: retaken cities count.
campaign-barbarossa-first = Germany moves first and declares war. The first impulse is a surprise: ground strikes are twice as likely to succeed.

# Guadalcanal
campaign-guadalcanal-quick = May 1942, the Pacific, five turns. The computer takes the other seats, and fleets, garrisons and convoys are already where they belong.
campaign-guadalcanal-quick-axis = Three points more before America’s strength arrives
campaign-guadalcanal-quick-allies = Hold the islands, keep the sea lanes, sink the carriers
campaign-guadalcanal-story = May 1942. In five months Japan has taken everything from Burma to the Gilbert Islands. Its carriers have not lost a battle; those of the United States are at sea as well, and Australia hangs on a chain of convoys across the South Pacific.
campaign-guadalcanal-how = Japan wins if it has { $needed } points at the end of the fifth turn (January and February 1943). It begins with 10. Twenty-five places count, most of them as one point: Pearl Harbor, Truk and Colombo as three. Every carrier that the other side has lost counts as one, less those that Japan has lost.
campaign-guadalcanal-axis = Three points more are enough: Port Moresby, Milne Bay and Guadalcanal, or Midway and two carriers. Bring your carriers together, cover every invasion with ships in a high section of the same sea area, and keep convoys and transports where nobody can reach them. Time is on the other side.
campaign-guadalcanal-allies = Hold what you have. Garrison the places that count before the invasion comes, keep your chain of convoys to Noumea and Australia whole, and fight with your carriers only where aircraft on land can help them. From autumn new ships arrive every turn: then take back a place or two.
campaign-guadalcanal-first = Everybody sets up, the Commonwealth first and Japan last, and may put ships to sea at once. Japan moves first.
campaign-guadalcanal-length = 5 turns of two months. Two or three evenings.

# Fascist Tide
campaign-fascist-tide-quick = Europe from September 1939 to June 1945: Poland, France, the Atlantic, Russia, the road back to Berlin. Six powers.
campaign-fascist-tide-length = 35 turns of two months. Expect some twenty evenings, or a few months at your own pace.
campaign-fascist-tide-quick-germany = Take Poland and France, then choose: Britain, the Mediterranean, or Russia
campaign-fascist-tide-quick-italy = Wait for your moment, then make the Mediterranean yours
campaign-fascist-tide-quick-commonwealth = Keep Britain fed and the empire whole until help comes
campaign-fascist-tide-quick-france = Hold the Rhine for as long as you can, and fight on from the colonies
campaign-fascist-tide-quick-ussr = Watch the border, claim what the pact gives you, and survive the first summer
campaign-fascist-tide-quick-usa = Arm the democracies, enter the war, and land in Europe
campaign-fascist-tide-story = September 1939. Germany and the Soviet Union have divided eastern Europe on paper, and German armies stand on the Polish border. Nobody else is at war yet. France sits behind the Maginot line, Britain rules the sea, Italy waits, and America wants no part of it. Japan and the Pacific are not in play.
campaign-fascist-tide-how = Each turn a side wins at once if its powers hold all of the great capitals on the map: Berlin, London, Moscow, Paris and Rome among them. Otherwise the objective cities are counted at the end of the last turn (May and June 1945): each player adds up those of his powers, less what he bid for them, and the highest total wins. Neutral objectives count for the power whose capital is nearest.
campaign-fascist-tide-axis = The initiative is yours and so is the best army. Every month in which the Allies are fighting alone is worth a year of building later.
campaign-fascist-tide-allies = You are stronger in the end, if the sea lanes stay open and nobody is beaten before he is ready.
campaign-fascist-tide-first = Everybody sets up, the United States first and Germany last. Germany opens the war against Poland.
campaign-fascist-tide-germany = Poland must fall in the first turn or two: declare war, take a land action and surround Warsaw. Then turn west with everything you have; France rarely survives a good summer. Spend every build point, keep oil and ore coming from Rumania, Sweden and the Soviet Union, and garrison the Soviet border well enough that the pact holds until you break it yourself.
campaign-fascist-tide-italy = You choose when to enter. Until then build submarines and aircraft, and put garrisons into Libya and Sicily. Malta, Suez and Gibraltar are within reach only while the Royal Navy is busy elsewhere; a lost fleet is not built again.
campaign-fascist-tide-commonwealth = Britain lives by its convoys: keep an unbroken chain from Canada and the Cape, with cruisers and aircraft beside it. Help France with air power, not with your last division. Hold Gibraltar, Malta and Suez, and bomb German factories as soon as you can.
campaign-fascist-tide-france = Keep the line without a gap and a reserve behind it. Every turn that Paris holds costs Germany more than it can afford. If it falls, your fleet and colonies decide what Vichy is worth.
campaign-fascist-tide-ussr = Garrison the border by the pact’s reckoning: numbers count there, not quality. Claim Bessarabia and the Finnish borderlands when Germany is busy. When the attack comes, trade space for time and rail your factories east.
campaign-fascist-tide-usa = Your weapon before the war is your entry: choose options that help the Commonwealth without emptying your pools. Build transports, landing craft and aircraft early; they take longest. Once at war, the shortest way to Berlin begins in England.

# Day of Infamy
campaign-day-of-infamy-quick = The Pacific and Asia from Pearl Harbor in December 1941 to August 1945. Carriers, islands, jungle, and the long road to Tokyo.
campaign-day-of-infamy-length = 23 turns of two months. Expect a dozen evenings, or a few weeks at your own pace.
campaign-day-of-infamy-quick-japan = Strike everywhere at once, then hold what you have taken
campaign-day-of-infamy-quick-usa = Survive the first half-year, then come back island by island
campaign-day-of-infamy-quick-commonwealth = Hold Singapore, India and Australia with what can be spared
campaign-day-of-infamy-quick-china = Keep an army in being and tie down half of Japan’s
campaign-day-of-infamy-quick-ussr = Guard Siberia, and wait for the day
campaign-day-of-infamy-story = December 1941. Japan has fought in China for four years and its oil will last for a few months more. Its carriers are at sea. From Hong Kong to Hawaii nobody is ready. Europe is not in play: what is needed there arrives, or is withdrawn, as the campaign says.
campaign-day-of-infamy-how = Each turn a side wins at once if its powers hold all of the great capitals on the map: Tokyo, Taihoku, Chungking, Delhi and Canberra among them. Otherwise the objectives are counted at the end of the last turn (July and August 1945): each player adds up those of his powers, less what he bid for them, and the highest total wins. Neutral objectives count for the power whose capital is nearest.
campaign-day-of-infamy-axis = You are as strong as you will ever be. Oil, then a ring of islands with aircraft behind it.
campaign-day-of-infamy-allies = Time is with you. Lose what cannot be held, never what cannot be built again.
campaign-day-of-infamy-first = Everybody sets up, Japan last. Japan moves first and attacks by surprise.
campaign-day-of-infamy-japan = The first impulse is a surprise: use it against ships in port, and land in the Philippines, Malaya and the Indies while nobody can interfere. Oil from the Indies must reach home by convoys that somebody guards. Then dig in: a carrier lost is one that America does not have to sink.
campaign-day-of-infamy-usa = Keep your carriers alive and the chain of convoys to Australia whole. Build carriers, transports and marines; from 1943 nothing can stop them together. Submarines against Japan’s convoys cost little and win much. Lend China what can be flown in.
campaign-day-of-infamy-commonwealth = Singapore may fall, India must not. Garrison Rangoon and Colombo, keep a fleet in the Indian Ocean that is not worth a carrier raid, and let the Americans carry the Pacific. Burma is the road to China.
campaign-day-of-infamy-china = You need not win a battle. Hold Chungking, the mountains and the cities behind them, and attack only what is out of supply. Nationalists and Communists do not help each other.
campaign-day-of-infamy-ussr = A garrison that Japan respects costs little. When Germany is beaten, Manchuria lies open.

# Global War
campaign-global-war-quick = The whole Second World War: every front, fleet and factory from September 1939 to August 1945. Eight powers, five maps, seventy objectives.
campaign-global-war-length = 36 turns of two months. A grand campaign of many weeks: play it live, by turns, or against the computer, and stop whenever you like.
campaign-global-war-quick-germany = Poland, France, then the choice that decided the war
campaign-global-war-quick-italy = A fleet, an empire to win, and a strong friend
campaign-global-war-quick-japan = China first; then oil, by trade or by war
campaign-global-war-quick-commonwealth = The sea lanes of the world, and a homeland that needs them
campaign-global-war-quick-france = The first line of defence, and perhaps the last
campaign-global-war-quick-ussr = An enormous country that needs time
campaign-global-war-quick-usa = The arsenal that decides the war, once it may enter
campaign-global-war-quick-china = Hold out; Japan cannot be everywhere
campaign-global-war-story = September 1939. Germany and the Soviet Union have signed a pact, and German armies stand on the Polish border. Japan has taken the coast of China and looks south, where the oil is. Britain and France hold half of the world and are prepared for none of it. The United States are at peace, and most Americans want to stay there.
campaign-global-war-how = Each turn a side wins at once if its powers hold Berlin, Canberra, Cape Town, Chungking, Delhi, London, Moscow, Paris, Rome, Taihoku and Tokyo, all of them. Otherwise the seventy objective cities are counted at the end of the last turn (July and August 1945): each player adds up those of his powers, less what they are expected to hold and what he bid for them, and the highest total wins. Neutral objectives count for the power whose capital is nearest.
campaign-global-war-axis = The initiative is yours. What is not won by the end of 1942 is seldom won at all.
campaign-global-war-allies = Together you outbuild the Axis two to one, if nobody is beaten before he is ready and the convoys arrive.
campaign-global-war-first = Everybody sets up, the United States first and Germany last, and may put ships and convoys to sea. Germany opens the war against Poland; whom the others declare war on, and when, is theirs to decide.
campaign-global-war-germany = Poland must fall in the first turn or two: declare war, take a land action and surround Warsaw. Then turn west with everything you have. Spend every build point, keep oil and ore coming from Rumania, Sweden and the Soviet Union, and garrison the Soviet border well enough that the pact holds until you break it yourself.
campaign-global-war-italy = You choose when to enter. Until then build submarines and aircraft, and put garrisons into Libya and Sicily. Malta, Suez and Gibraltar are within reach only while the Royal Navy is busy elsewhere; a lost fleet is not built again.
campaign-global-war-japan = Each city that you take in China brings America nearer to the war; so does every step to the south. Bring resources home by convoy, save oil, build carriers and marines, and choose your own December. When you strike, strike everywhere in one impulse.
campaign-global-war-commonwealth = Britain lives by its convoys: keep unbroken chains from Canada, the Cape and the East, with cruisers and aircraft beside them. Poland will be yours to lead if you want it. Help France with air power, not with your last division. Hold Gibraltar, Malta, Suez and Singapore.
campaign-global-war-france = Keep the line without a gap and a reserve behind it. Every turn that Paris holds costs Germany more than it can afford. If it falls, your fleet and colonies decide what Vichy is worth, and Free France goes on.
campaign-global-war-ussr = Garrison the border by the pact’s reckoning: numbers count there, not quality. Claim East Poland, the Baltic states, Bessarabia and the Finnish borderlands when Germany is busy. When the attack comes, trade space for time and rail your factories east. Leave Japan alone, and make it do the same.
campaign-global-war-usa = Before the war your weapon is your entry: choose options that help the Commonwealth and China without emptying your pools, and watch what the Axis does, for it brings you nearer. Build carriers, transports and landing craft early; they take longest. Once at war you decide where it is won first.
campaign-global-war-china = You need not win a battle. Hold Chungking and the mountains, attack only what is out of supply, and let Japan pay for every city. Nationalists and Communists do not help each other. What America lends must come over Burma.

# What the guided lessons of each game teach
lessons-wif = Sixteen short lessons with a coach: movement, overruns, supply, attacks, reorganisation, production, four air battles, three at sea, and three for nations at war.
lessons-fa = Three short lessons with a coach: digging in and attacking trenches, the blockade, and winning neutrals.

# The Great War, 1914
campaign-1914-quick = The whole Great War, from the shots at Sarajevo to the summer of 1919: trenches, blockade, U-boats, revolutions. Six powers, three maps, and neutrals to be won.
campaign-1914-length = 30 turns of two months. A grand campaign of many weeks: play it live, by turns, or against the computer, and stop whenever you like. The first turns are the longest to learn.
campaign-1914-quick-germany = Beat France or Russia before the blockade beats you
campaign-1914-quick-austria-hungary = Serbia first, then hold Galicia and hold together
campaign-1914-quick-commonwealth = Come in time, rule the sea, and starve them out
campaign-1914-quick-france = Hold the line from Verdun to the sea
campaign-1914-quick-russia = Many men, few shells, and a people that will not wait for ever
campaign-1914-quick-usa = Trade, warn, arm, and choose your hour
campaign-1914-story = July 1914. The heir to the Austrian throne has been murdered, and Vienna wants war with Serbia. Russia stands behind Serbia, Germany behind Austria, France behind Russia. Britain has promised nothing and its fleet is at Scapa Flow. Italy, the Ottomans and half of the Balkans wait for the better offer. Everybody expects to be home by autumn.
campaign-1914-how = If the Central Powers hold at least sixteen objectives after the last turn (May and June 1919), they have won; nineteen are asked of them if Italy ever was on their side. Otherwise the Allies win. What Japan and Red Russia hold counts half for the Central Powers; what is held by a Central Power that has once surrendered counts nothing. At any time a side wins at once with Berlin, Vienna, Istanbul, London, Moscow, Paris and Rome together, and the Allies win at once if German morale reaches nought.
campaign-1914-central-powers = You move first and fight on inner lines. Knock one enemy out of the war by 1917, through his morale more than through his capital, and dig in everywhere else. Points for politics are as good as corps: the Ottomans and Bulgaria are within reach.
campaign-1914-allies = Together you are stronger, but only two of you are at war in the first weeks. Do not let anybody’s morale break while you wait for the Commonwealth and America. The blockade works slowly and never stops.
campaign-1914-first = Everybody sets up, the United States first and Germany last; only convoys may be at sea. The first three impulses are laid down: Austria-Hungary attacks Serbia, Russia attacks Austria-Hungary, and Germany declares war on Russia and France. Then everybody is free.
campaign-1914-germany = Decide in the first turn. Through Belgium the way to Paris is short and the Belgian army is caught face-down, but Britain comes quickly. Through Lorraine you meet forts, and Britain waits. Build entrenchments every turn from the second on, one more than the turn before. Put a tenth of your production into offensive points and spend them in one great blow, in fine weather. Do not declare unrestricted U-boat warfare before you know that you can do without America’s patience.
campaign-1914-austria-hungary = You begin the war and are the first to tire of it. Take Belgrade and Skopje, for Serbia falls only with both, and keep the Russians out of Lemberg, Cracow and the passes. Your two capitals and every lost corps weigh on your morale: spend build points on the home front early. When Italy comes, the Alps are worth five corps to you.
campaign-1914-commonwealth = Until your markers add up to eighteen you are a spectator with a fleet; an attack on Belgium doubles their pace. Then bring the army to France with a headquarters, for you do not co-operate with the French. Keep the Grand Fleet at Scapa Flow and cruisers in the North Sea, seize what sails to Germany, protect your own convoys, and take the German colonies with what is there.
campaign-1914-france = You are at war from the third impulse, and it comes to you. Guard the whole line to the Channel before the first German wave arrives, fall back on rivers, and let every corps dig in as soon as you can. Attack only with guns, spotters and offensive points, for each corps you lose is a point of morale for each build point it cost.
campaign-1914-russia = Attack Austria-Hungary while it is busy in Serbia; Lemberg can be yours in autumn. Hold Warsaw with trenches, and do not march into East Prussia further than your supply. Your morale drops fastest of all. What you spend on the home front in 1915 keeps the Tsar on his throne in 1917; below seven your troops will refuse, at nought comes the revolution.
campaign-1914-usa = You are neutral for years and yet never idle. Choose entry options as your level allows: less trade with Germany, resources and later build points for the Allies, your own army and the draft. Each may cost you a marker of entry and gives tension, and you need both when you ask Congress for war. Choose the draft before you try.

# The Great War, 1917
campaign-1917-quick = The last two years in the west, in Italy and in the Middle East: America is coming, Russia has gone. Seven powers, fourteen turns.
campaign-1917-length = 14 turns of two months. Expect ten to fifteen evenings, or a few weeks at your own pace.
campaign-1917-quick-germany = One last offensive before the Americans arrive
campaign-1917-quick-austria-hungary = Tired, hungry, and still on the Isonzo
campaign-1917-quick-ottoman-empire = Three fronts and one railway
campaign-1917-quick-commonwealth = Flanders, Baghdad, Jerusalem, and the U-boats
campaign-1917-quick-france = An army near mutiny, and Verdun behind it
campaign-1917-quick-italy = Eleven battles so far
campaign-1917-quick-usa = A rich country with a small army and a year to build one
campaign-1917-story = March 1917. The Tsar has fallen and Russia is out of the war. Germany holds Belgium, the north of France, Serbia, Rumania and Poland, and its U-boats sink more ships than ever. France is worn out after Verdun. In Washington the President is about to ask for war. Whoever’s people last longer will win.
campaign-1917-how = If the Central Powers hold at least fourteen objectives after the last turn (May and June 1919), they have won; otherwise the Allies have. Objectives of Japan and Russia do not count, nor those of a Central Power that has surrendered. The Allies win at once if German morale reaches nought.
campaign-1917-central-powers = Time is against you and so is the arithmetic. Break France, whose morale is lowest, before American corps stand in the line, and keep enough garrisons in the east that no morale is lost there.
campaign-1917-allies = You will outnumber them from the summer of 1918 on. Until then nobody must break: spend on the home front in Paris and Rome, keep the convoys sailing, and attack only where guns and tanks can carry it.
campaign-1917-first = Everybody sets up, Italy first and Germany last. The Allies move first, and the United States declare war at once, without a die and without cost.
campaign-1917-germany = Until the autumn Russia still costs you five build points a turn; afterwards garrisons beyond the twenty that you must keep there bring something home. Build stossgruppen, gas and engineers for one great offensive in the spring of 1918, store offensive points for it, and hold everywhere else in trenches. Unrestricted U-boat warfare costs you little now.
campaign-1917-austria-hungary = Your morale is eight, and troops have begun to refuse. Let the Italians attack you in the mountains, keep fifteen points of garrison in the east, and give what you have to the home front. A blow at Italy with German help can end that war.
campaign-1917-ottoman-empire = You are spread from Basra to Gaza, with one headquarters too few. Fall back along the railway, keep Jerusalem and Baghdad as long as it is cheap, and guard the minefield at Gelibolu: Istanbul is what the enemy really needs.
campaign-1917-commonwealth = You carry the war now. In Flanders attack with guns, spotters and tanks, in Palestine and Mesopotamia with cavalry and Lawrence. Bring cruisers and aircraft to the convoys, for in 1917 escorts count double against submarines. Forty political points make one command of the Allies in the west.
campaign-1917-france = Your morale is seven: troops refuse, units surrender. Attack little, dig in, and spend up to four tenths of your production on the home front until the Americans are there. A line that holds in 1917 wins in 1918.
campaign-1917-italy = Hold the Isonzo and do not waste corps in the twelfth battle. When Austria-Hungary breaks, Trieste is yours and your war is over; help it to break with subversion rather than with bayonets.
campaign-1917-usa = Declare war, then build: headquarters and infantry first, transports and convoys beside them. Every American corps lost costs twice its price in morale, so bring many and use them together. You co-operate with both the British and the French.
