// `Date`, `Data` and `UUID` occur in public signatures, so importing the core makes them visible, as importing ActivityKit does
// with Foundation.
@_exported public import LiveActivityFoundation
@_exported public import LiveActivityJSON
