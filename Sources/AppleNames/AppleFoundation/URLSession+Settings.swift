public import FoundationNetworking

// Settings that Linux lacks, or where they cannot be set. They have no effect.
extension URLSessionConfiguration {
    @_disfavoredOverload public var waitsForConnectivity: Bool {
        get { false }
        set {}
    }
    @_disfavoredOverload public var sharedContainerIdentifier: String? {
        get { nil }
        set {}
    }
    public var allowsConstrainedNetworkAccess: Bool {
        get { true }
        set {}
    }
    public var allowsExpensiveNetworkAccess: Bool {
        get { true }
        set {}
    }
    public var sessionSendsLaunchEvents: Bool {
        get { true }
        set {}
    }
}

extension URLRequest {
    public var allowsConstrainedNetworkAccess: Bool {
        get { true }
        set {}
    }
    public var allowsExpensiveNetworkAccess: Bool {
        get { true }
        set {}
    }
    public var assumesHTTP3Capable: Bool {
        get { false }
        set {}
    }
}
