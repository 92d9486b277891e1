#if Push
extension Fleet {
    /// The number of devices, and the behaviour of devices and owners.
    ///
    /// Apple documents none of these numbers. The defaults are in the range that others report; Documentation/Reference.md,
    /// section 9, has the sources. Replace them where you have measurements.
    public struct Configuration: Sendable {
        /// The number of devices.
        public var devices = 1_000
        /// The app's bundle id.
        public var bundle = "com.example.app"
        /// The environment that the tokens belong to.
        public var environment = APNSEnvironment.production
        /// The seed of everything random.
        public var seed: UInt64 = 1

        // MARK: The service

        /// The time until a push reaches a device that is online, in seconds.
        public var latency: ClosedRange<Double> = 0.2...1.5
        /// The additional time for priority 5, because the device saves power, in seconds.
        public var opportunisticDelay: ClosedRange<Double> = 0...10
        /// The pushes that the service stores for a device that is offline.
        public var storage = Storage.onePerBundle

        /// The rules by which the service stores pushes for a device that is offline. Apple's documents disagree.
        ///
        /// Source: Documentation/Reference.md, UNC-30.
        public enum Storage: Hashable, Sendable {
            /// The newest push to the app.
            case onePerBundle
            /// The newest push to the app for each collapse id, and the newest without one.
            case onePerCollapseID
        }

        // MARK: The device

        /// The number of pushes of priority 10 that a device shows in an hour without delay.
        public var budgetPerHour = 15
        /// The same number if the owner allows frequent updates.
        public var frequentBudgetPerHour = 230
        /// The minimum time between two drawings of an activity, in seconds. Alerts are drawn at once.
        public var drawingInterval = 15.0
        /// The maximum number of the app's activities on a device.
        public var activitiesPerDevice = 5
        /// `true` if content replaces content with an equal timestamp.
        public var acceptsEqualTimestamps = true

        // MARK: The app

        /// The time until the app has sent a token to its server, in seconds.
        public var registrationDelay: ClosedRange<Double> = 0.5...5
        /// `true` if the app confirms the content that it has received to its server.
        public var sendsReceipts = false
        /// The share of activities whose update token is replaced in an hour.
        public var rotationsPerHour = 0.0

        // MARK: The owners, as shares of the devices

        /// The share of iPads, which have no Dynamic Island.
        public var iPads = 0.0
        /// The share of devices whose owner allows frequent updates.
        public var frequentUpdates = 0.0
        /// The share of devices whose owner has switched Live Activities off from the start.
        public var withoutPermission = 0.0
        /// The share of devices whose owner switches Live Activities off in an hour.
        public var permissionsLostPerHour = 0.0
        /// The share of devices whose owner has closed the app, which then registers no tokens and sends no confirmations.
        public var closedApps = 0.0
        /// The share of devices whose push-to-start token is invalid although the service answers 200.
        public var silentlyDeadStartTokens = 0.0
        /// The share of activities that the owner removes in an hour.
        public var removalsPerHour = 0.0
        /// The share of devices that are offline repeatedly.
        public var travelling = 0.0
        /// The average times for which such a device is online and then offline, in seconds.
        public var onlineAndOffline = (online: 600.0, offline: 60.0)

        /// Devices without failures, and a service with small delays.
        public init(devices: Int = 1_000, seed: UInt64 = 1) {
            self.devices = devices
            self.seed = seed
        }
    }
}
#endif
