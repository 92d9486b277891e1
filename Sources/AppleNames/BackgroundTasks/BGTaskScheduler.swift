/// Starts an app's tasks in the background on iOS. Here requests are refused, because nothing would start them.
public final class BGTaskScheduler: @unchecked Sendable {
    // `@unchecked Sendable`: the class has no state.
    public static let shared = BGTaskScheduler()

    public struct Error: Swift.Error, Hashable, Sendable {
        public enum Code: Int, Sendable {
            case unavailable = 1, tooManyPendingTaskRequests, notPermitted, immediateRunIneligible
        }

        public let code: Code
        public init(_ code: Code, userInfo: [String: Any] = [:]) { self.code = code }

        public static let errorDomain = "BGTaskSchedulerErrorDomain"
        public static let unavailable = Code.unavailable, notPermitted = Code.notPermitted
        public static let tooManyPendingTaskRequests = Code.tooManyPendingTaskRequests
        public static let immediateRunIneligible = Code.immediateRunIneligible
    }

    private init() {}

    /// Never calls `launchHandler`.
    @discardableResult
    public func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
        launchHandler: @escaping @Sendable (BGTask) -> Void
    ) -> Bool { true }
    /// - Throws: ``Error`` with the code `unavailable`.
    public func submit(_ request: BGTaskRequest) throws { throw Error(.unavailable) }
    public func cancel(taskRequestWithIdentifier identifier: String) {}
    public func cancelAllTaskRequests() {}
    public func getPendingTaskRequests(completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void) {
        completionHandler([])
    }
    public func pendingTaskRequests() async -> [BGTaskRequest] { [] }
}
