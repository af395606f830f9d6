# Joint task forces (11.4.2).

join-task-force = { $ally } would take naval units of yours along to { $place }: { $unit }{ $more ->
    [0] .
   *[other] {" "}and { $more } more.
} Do they sail?

verb-join-task-force = let them sail along
verb-keep-ships = keep them here

event-ShipsKeptBack = { $seat } does not let ships sail along: the task force stays.
