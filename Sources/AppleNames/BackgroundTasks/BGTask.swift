/// A task that iOS has started. None is ever started here.
open class BGTask: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, as with Apple's class: the system and the app use a task on different threads.
    public let identifier: String
    open var expirationHandler: (() -> Void)?

    init(identifier: String) { self.identifier = identifier }

    open func setTaskCompleted(success: Bool) {}
}

open class BGAppRefreshTask: BGTask, @unchecked Sendable {}
open class BGProcessingTask: BGTask, @unchecked Sendable {}
open class BGHealthResearchTask: BGProcessingTask, @unchecked Sendable {}
open class BGContinuedProcessingTask: BGTask, @unchecked Sendable {
    open var progress: Progress { Progress(totalUnitCount: 0) }
    public internal(set) var title = ""
    public internal(set) var subtitle = ""
    open func updateTitle(_ title: String, subtitle: String) { (self.title, self.subtitle) = (title, subtitle) }
}

/// A request for a task. Its values are kept and not used.
open class BGTaskRequest: NSObject, @unchecked Sendable {
    public let identifier: String
    open var earliestBeginDate: Date?

    public init(identifier: String) { self.identifier = identifier }
}

open class BGAppRefreshTaskRequest: BGTaskRequest, @unchecked Sendable {}
open class BGProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
    open var requiresNetworkConnectivity = false
    open var requiresExternalPower = false
}
open class BGHealthResearchTaskRequest: BGProcessingTaskRequest, @unchecked Sendable {
    open var protectionTypeOfRequiredData = ""
}
open class BGContinuedProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
    public enum SubmissionStrategy: Int, Sendable { case fail, queue }
    public struct Resources: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let gpu = Self(rawValue: 1)
    }

    open var title: String
    open var subtitle: String
    open var strategy = SubmissionStrategy.queue
    open var requiredResources: Resources = []

    public init(identifier: String, title: String, subtitle: String) {
        (self.title, self.subtitle) = (title, subtitle)
        super.init(identifier: identifier)
    }
}
