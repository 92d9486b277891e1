#if Push
extension Fleet {
    /// How many devices there are, and how they and their owners behave.
    ///
    /// Apple documents none of these numbers. The defaults are in the range that others report; Documentation/Reference.md,
    /// section 9, has the sources. Choose your own where you have measured.
    public struct Configuration: Sendable {
        /// How many devices.
        public var devices = 1_000
        /// The app's bundle id.
        public var bundle = "com.example.app"
        /// The environment that the tokens belong to.
        public var environment = APNSEnvironment.production
        /// The seed of everything random.
        public var seed: UInt64 = 1

        // MARK: The service

        /// How long a push takes to a device that is online, in seconds.
        public var latency: ClosedRange<Double> = 0.2...1.5
        /// How much longer priority 5 takes, because the device saves power, in seconds.
        public var opportunisticDelay: ClosedRange<Double> = 0...10
        /// The pushes that the service stores for a device that is offline.
        public var storage = Storage.onePerBundle

        /// How many pushes the service keeps for a device that is offline. Apple's documents disagree.
        ///
        /// Source: Documentation/Reference.md, UNC-30.
        public enum Storage: Hashable, Sendable {
            /// The last one of the app.
            case onePerBundle
            /// The last one of the app for each collapse id, and for pushes without one.
            case onePerCollapseID
        }

        // MARK: The device

        /// How many pushes of priority 10 a device shows in an hour without delay.
        public var budgetPerHour = 15
        /// The budget if the owner allows frequent updates.
        public var frequentBudgetPerHour = 230
        /// How many seconds lie between two drawings of an activity. Alerts are drawn at once.
        public var drawingInterval = 15.0
        /// How many activities of the app a device shows at once.
        public var activitiesPerDevice = 5
        /// Whether content replaces content with an equal timestamp.
        public var acceptsEqualTimestamps = true

        // MARK: The app

        /// How long the app takes to send a token to its server, in seconds.
        public var registrationDelay: ClosedRange<Double> = 0.5...5
        /// Whether the app reports to its server which content it has seen.
        public var sendsReceipts = false
        /// The share of activities whose update token changes in an hour.
        public var rotationsPerHour = 0.0

        // MARK: The owners, as shares of the devices

        /// iPads: they have no Dynamic Island.
        public var iPads = 0.0
        /// Devices whose owner allows frequent updates.
        public var frequentUpdates = 0.0
        /// Devices whose owner has switched Live Activities off from the start.
        public var withoutPermission = 0.0
        /// Devices whose owner switches Live Activities off, in an hour.
        public var permissionsLostPerHour = 0.0
        /// Devices whose app was closed by hand: it does not register tokens and sends no receipts.
        public var closedApps = 0.0
        /// Devices whose push-to-start token is dead, although the service answers 200.
        public var silentlyDeadStartTokens = 0.0
        /// Activities that the owner removes by hand, in an hour.
        public var removalsPerHour = 0.0
        /// Devices that are offline again and again.
        public var travelling = 0.0
        /// How long such a device is online, and then offline, on average, in seconds.
        public var onlineAndOffline = (online: 600.0, offline: 60.0)

        /// Devices that behave well, and a service that delays a little.
        public init(devices: Int = 1_000, seed: UInt64 = 1) {
            self.devices = devices
            self.seed = seed
        }
    }
}
#endif
