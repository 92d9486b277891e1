// AppIntents' names, as far as a button on a Live Activity needs them, are part of the vocabulary.
@_exported public import LiveActivityUI
