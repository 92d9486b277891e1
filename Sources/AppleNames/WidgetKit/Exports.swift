// WidgetKit's own names are part of the vocabulary: the import brings them with everything that they need.
@_exported public import LiveActivityUI
