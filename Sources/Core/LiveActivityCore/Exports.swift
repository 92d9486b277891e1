// `Date`, `Data` and `UUID` are part of signatures here, so a file that imports the core sees them, as a file that imports
// ActivityKit sees Foundation.
@_exported public import LiveActivityFoundation
@_exported public import LiveActivityJSON
