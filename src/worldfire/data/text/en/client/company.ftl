## Company: invitations, names, links to share, what is new, who loses a seat.

who-computer = { $seat } (computer)
who-open = { $seat } (open seat)
who-person = { $name } ({ $seat })
who-you = { $seat } (you)

share-copied = Copied.
share-copy = Copy
share-copy-of = Copy: { $label }
share-failed = Your browser could not copy it: the link is selected, press Ctrl+C.
share-send = Share…
share-send-of = Share: { $label }
share-watch = Link for spectators
share-watch-text = Come and watch { $name } on Worldfire
share-invite-text = Play { $seat } in { $name } on Worldfire

name-label = Your name, as other players see it
name-save = Save name
name-saved = You are { $name }.

invite-accept = Take { $seat }
invite-counsel = What your side should try
invite-game = The game
invite-how = How it is won
invite-lent = { $name } lends you this seat and can take it back at any time.
invite-loading = Opening the invitation…
invite-mine = You already play { $seats } in this game.
invite-over = This game is over.
invite-options = Optional rules
invite-options-none = none
invite-pace = Pace
invite-pace-text = { $days ->
    [one] Play live or at your own pace. A player may keep the others waiting for up to a day.
   *[other] Play live or at your own pace. A player may keep the others waiting for up to { $days } days.
}
invite-seat = You would play
invite-seat-text = { $seat }, on the { $side } side
invite-spent = This invitation cannot be used
invite-table = Players
invite-title = { $host } invites you to { $name }
invite-turn = Now
invite-watch = Only watch

new-patience = A player may keep the others waiting for
new-patience-days = { $days ->
    [one] a day
   *[other] { $days } days
}

seats-agree = Agree to free { $seat }
seats-agreed = Agreed: { $names }.
seats-allowed = The other players agree: the host may free this seat.
seats-asked = { $host } asks you to agree that the seat of { $who } be freed.
seats-asked-all = { $host } has asked the other players to agree to free this seat.
seats-ask = Ask the others to free { $seat }
seats-do-lend = Hand over { $seat }
seats-for = { $name }, for { $owner }
seats-for-you = { $name }, for you
seats-keep-his = only until { $name } takes it back
seats-keep-mine = only for a while: I can take it back at any time
seats-lent = { $seat } is played for you ({ $name }).
seats-lost = You have lost your seat, { $seat }. You are watching now.
seats-missing = Not yet: { $names }.
seats-overdue = The game has waited for this player for as long as was agreed: the host may free the seat.
seats-patience = { $days ->
    [one] Agreed when the game was created: if the game waits for a player for a day, the host may free that seat; before that, only if all other players agree.
   *[other] Agreed when the game was created: if the game waits for a player for { $days } days, the host may free that seat; before that, only if all other players agree.
}
seats-take-back = Take back { $seat }
seats-record = Who came and went, and why
seats-record-none = Nobody has come or gone yet.

settings-notices = Tell me in this browser when it is my turn
settings-sound = Play a sound when it is my turn

mark-chat = new in the chat
mark-moves = new moves
mark-new = new
