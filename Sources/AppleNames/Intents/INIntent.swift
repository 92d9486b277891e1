/// The superclass of Xcode's classes for an intent definition.
open class INIntent: NSObject {
    /// An intent without values.
    public override init() {}
}
