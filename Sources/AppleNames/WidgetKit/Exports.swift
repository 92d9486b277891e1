// WidgetKit's names are declared in LiveActivityUI.
@_exported public import LiveActivityUI
