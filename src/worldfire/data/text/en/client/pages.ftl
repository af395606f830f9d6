account-guest = Sign in
account-in = Sign in
account-menu = Account
account-name = Name
account-new = New account
account-notices = Notices
account-out = Sign out
account-password = Password
account-title = Your account
account-unread = unread
account-why = You play as a guest of this browser. With an account you find your games on every machine.

app-name = Worldfire
app-tagline = World in Flames in the browser: against the computer, or with friends over months.

front-attack = Strike first and race the winter
front-bring = Bring a game
front-bring-text = A file that was exported here or written by the command line.
front-defend = Hold, trade space for time, strike back
front-exercises = Exercises, without a coach
front-file = File of a game
front-found = New game
front-friends = With friends
front-friends-text = Found a game, send the links, and play live or by turns. Free seats are taken by the computer whenever you like.
front-import = Import
front-laying = Setting up…
front-learn = Learn
front-lesson = Play { $name }
front-lessons = Guided lessons
front-lessons-text = Ten small positions with a coach: marching, overrun, supply, attack, reorganisation, production, and four air battles.
front-loading = Looking what there is to play…
front-mine = Your games
front-open = Open games
front-over = over
front-own = Place my units myself
front-play = Play { $name }
front-quick = June 1941, two players, five turns. The computer takes the other side; its armies and yours are set up, and you begin at once.
front-settings = Settings
front-tables = The rules are the book's; maps, charts, counters and set-ups are “Worldfire tables 1”, a reconstruction.
front-waits = waits for { $seats }
front-watch = look in
front-yours = your choice

join-title = Taking your seat
join-wait = A moment…
join-watch = Look in as a spectator

lesson-again = Begin again
lesson-finished = learnt
lesson-hint = Hint
lesson-more = More lessons
lesson-next = Go on
lesson-over = The position is played to its end. Skip this step, or begin again.
lesson-progress = Steps done
lesson-skip = Skip this step
lesson-step = step { $at } of { $steps }
lesson-strayed = That was legal, and it stands.

lessons-about = Small positions with a coach. Do what he suggests or something else that is legal: he tells you what he had hoped for.
lessons-again = Take it again
lessons-begin = Begin
lessons-done = done
lessons-length = about { $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
}, { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}, rule
lessons-own = After that, Barbarossa: the front page begins a game against the computer with one click.
lessons-title = Lessons

new-campaign = Campaign
new-computer = computer: { $name }
new-default = by the default placement
new-found = Found the game
new-go = To the game
new-invite = Link for { $seat }
new-made = The game is founded. Send each friend the link of a seat.
new-me = me
new-name = Name of the game
new-open = a friend (by link)
new-own = by the players
new-set-up = Set up
new-title = A new game
new-with = whoever plays { $name }

notices-about = When a game comes to wait for you and you are not looking at it, you are told once.
notices-allow = Show notices in this browser
notices-browser = In this browser
notices-code = The code from the letter that was sent there
notices-denied = This browser was told not to show notices of this site; its own settings can change that.
notices-email = E-mail address
notices-email-about = Leave it empty to get no letters.
notices-no-mail = This server sends no mail; the address is kept in case it will.
notices-none = You have not been told anything yet.
notices-not-saved = Nothing was saved.
notices-nothing-waits = None: nobody waits for you now.
notices-off = Show none
notices-off-now = This browser shows no notices yet. It will ask you once.
notices-on = This browser shows notices while a page of Worldfire is open.
notices-past = Past notices
notices-prove = This address is mine
notices-read = Mark as read ({ $count })
notices-save = Save
notices-saved = Saved.
notices-test = Test
notices-test-failed = Not every way worked.
notices-test-text = This is how a notice looks.
notices-tested = The test was sent.
notices-title = Notices
notices-toast = To the game
notices-unsupported = This browser shows no notices.
notices-waiting = Games that wait for you
notices-webhook = Webhook
notices-webhook-about = An https:// address that is called with a line of JSON, such as that of a chat room.
notices-where = Where you are told

settings-briefings = Brief me before a new game
settings-counters = Size of the counters: { $percent } %
settings-dark = dark
settings-film = Show what others do
settings-film-off = at once, without a film
settings-film-speed = as a film, { $speed } times as fast
settings-light = light
settings-palette = Colours of the counters
settings-plans = Propose routine choices together
settings-safe = safe for the colour-blind
settings-standard = standard
settings-system = as the system
settings-theme = Light or dark
settings-warnings = Warn me before mistakes
