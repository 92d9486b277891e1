// Unfinished. It does not belong to the extension yet, because it does not compile.
struct NotYet: Unfinished {}
