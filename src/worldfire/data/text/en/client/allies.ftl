## Allies: what each lets the other do, and asking for it.

panel-allies = Allies

allies-about = What you and your allies let each other do. Each of you changes his own answers at any time; nobody waits for an answer.
allies-give = You to { $seat }:
allies-give-label = May { $seat } { $what }?
allies-got = { $seat } to you: { $answer }.
allies-yes = Yes, always
allies-once = Yes, for now
allies-each-time = Ask each time
allies-no = No
allies-ask = Ask { $seat }
allies-asked = { $seat } has been asked.
allies-allow-own = Allow it as { $seat }
allies-waits = asks you
allies-wants = { $seat } would like to { $what }. Do you allow it? “For now” ends with this impulse.

sail-aboard = Units of { $seat } here could go aboard if { $seat } allows it.

announcements-about = Nobody asks you this: announce it whenever you like, or not at all.
announcements-label = What you may announce at any time
announcements-say = Announce it

ship-ask = { $seat } has convoy points at sea that could carry your goods.
