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
account-why = You are playing as a guest of this browser. With an account you can play your games on any device.

app-name = Worldfire
app-tagline = World in Flames and Fatal Alliances in your browser: against the computer, or with friends, at your own pace.

front-bring = Import a game
front-bring-text = A file exported from here or written by the command line.
front-briefing = Briefing
front-dates = { $first } to { $last }
front-exercises = Exercises without a coach
front-file = Game file
front-found = New game
front-friends = With friends
front-friends-text = Create a game, send your friends the links, and play live or at your own pace. The computer can take any free seat.
front-games = Games
front-import = Import
front-laying = Setting up…
front-learn = Learn
front-lesson = Play { $name }
front-lessons = Guided lessons
front-lessons-of = Guided lessons: { $game }
front-loading = Loading games…
front-mine = Your games
front-open = Open games
front-over = over
front-own = Place my units myself
front-play = Play { $name }
front-players = { $most ->
    [2] 2 players
   *[other] 1 to { $most } players
}
front-settings = Settings
front-tables = The rules are the book’s; maps, charts, counters and set-ups are “Worldfire tables 1”, a reconstruction.
front-turns = { $turns } turns
front-waits = waiting for { $seats }
front-watch = Watch
front-yours = your turn


lesson-again = Start again
lesson-finished = completed
lesson-hint = Hint
lesson-more = More lessons
lesson-next = Continue
lesson-over = This position has been played to its end. Skip this step, or start again.
lesson-progress = Steps completed
lesson-skip = Skip this step
lesson-step = step { $at } of { $steps }
lesson-strayed = That is legal, and it stands.

lessons-about = Small positions with a coach. Do as the coach suggests, or anything else that is legal: you will be told what the lesson had in mind.
lessons-again = Play again
lessons-begin = Begin
lessons-done = done
lessons-length = about { $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
}, { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}, rule
lessons-own = Ready for more? Start a campaign against the computer on the front page.
lessons-title = Lessons

new-bid = the players bid for them
new-bid-about = An auction decides who plays which of these. A bid is a number of objectives, and is subtracted when they are counted at the end of the war. Then each player sets up.
new-campaign = Campaign
new-chosen = as chosen below
new-computer = computer: { $name }
new-default = default placement
new-fleet = Fleets
new-found = Create game
new-friends = friends (by link)
new-go = Go to the game
new-invite = Link for { $seat }
new-made = Your game is ready. Send each friend the link to a seat.
new-me = me
new-mine = You play
new-name = Game name
new-open = a friend (by link)
new-others = The others are
new-own = players place their own units
new-players = How many play
new-players-count = { $count } players
new-set-up = Set-up
new-share = Share the powers
new-title = New game
new-who = Who plays which powers
new-with = same player as { $name }

notices-about = When a game is waiting for you and you are not looking at it, you are told once.
notices-allow = Show notices in this browser
notices-browser = In this browser
notices-code = The code from the e-mail we sent you
notices-denied = This browser blocks notices from this site; you can change that in its settings.
notices-email = E-mail address
notices-email-about = Leave it empty to get no e-mail.
notices-no-mail = This server sends no e-mail; the address is kept in case it ever does.
notices-none = No notices yet.
notices-not-saved = Nothing was saved.
notices-nothing-waits = None: nobody is waiting for you.
notices-off = Show no notices
notices-off-now = This browser does not show notices yet. It will ask you once.
notices-on = This browser shows notices while a Worldfire page is open.
notices-past = Past notices
notices-prove = Confirm this address
notices-read = Mark as read ({ $count })
notices-save = Save
notices-saved = Saved.
notices-test = Test
notices-test-failed = Not every notice got through.
notices-test-text = This is what a notice looks like.
notices-tested = Test sent.
notices-title = Notices
notices-toast = Go to the game
notices-unsupported = This browser cannot show notices.
notices-waiting = Games waiting for you
notices-webhook = Webhook
notices-webhook-about = An https:// address that is sent a line of JSON, such as a chat room’s webhook.
notices-where = How you are told

settings-briefings = Brief me before a new game
settings-counters = Counter size: { $percent } %
settings-dark = dark
settings-film = Show other players’ moves
settings-film-off = at once, without a film
settings-film-speed = as a film, speed { $speed }×
settings-light = light
settings-palette = Counter colours
settings-plans = Group routine choices
settings-safe = safe for colour-blind eyes
settings-standard = standard
settings-system = same as the system
settings-theme = Light or dark
settings-warnings = Warn me before mistakes
