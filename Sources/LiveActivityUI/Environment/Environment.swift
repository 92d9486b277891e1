/// Reads a value of the environment where the view stands.
///
/// What it reads is the environment of the resolution in progress on this thread; outside of one, the default.
@propertyWrapper
public struct Environment<Value> {
    private let read: (EnvironmentValues) -> Value
    private let keyPath: KeyPath<EnvironmentValues, Value>?

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        self.keyPath = keyPath
        read = { $0[keyPath: keyPath] }
    }

    public var wrappedValue: Value {
        if let keyPath, let resolution = Resolution.current { return resolution.environment[keyPath: keyPath] }
        return read(Resolution.current?.environment ?? EnvironmentValues())
    }
}
