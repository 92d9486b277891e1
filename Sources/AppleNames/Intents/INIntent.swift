/// The superclass of the classes that Xcode generates from an intent definition.
open class INIntent: NSObject {
    /// Creates an intent without parameters.
    public override init() {}
}

/// The superclass of the classes that Xcode generates for the values of an intent definition.
open class INObject: NSObject {
    public let identifier: String?
    public let displayString: String

    public init(identifier: String?, display displayString: String) {
        (self.identifier, self.displayString) = (identifier, displayString)
    }
}
