// An alarm's looks are a Live Activity's: code for them says `import AlarmKit` for the types of its content.
@_exported public import ActivityKit
