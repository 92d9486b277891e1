// Begun. It does not belong to the extension yet, because nothing in it compiles.
struct NotYet: Unfinished {}
