// The names of AppIntents that buttons of a Live Activity need are declared in LiveActivityUI.
@_exported public import LiveActivityUI
