/// The superclass of the classes that Xcode generates from an intent definition.
open class INIntent: NSObject {
    /// Creates an intent without parameters.
    public override init() {}
}
