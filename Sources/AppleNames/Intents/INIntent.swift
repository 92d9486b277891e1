/// What Xcode's classes for an intent definition inherit from.
open class INIntent: NSObject {
    /// An intent without values.
    public override init() {}
}
