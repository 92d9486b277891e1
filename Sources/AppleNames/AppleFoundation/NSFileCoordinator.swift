public import Foundation

/// Coordinates the access of several apps to a file. No other app runs here, so each access is performed at once.
open class NSFileCoordinator: NSObject {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let withoutChanges = Self(rawValue: 1), resolvesSymbolicLink = Self(rawValue: 2)
        public static let immediatelyAvailableMetadataOnly = Self(rawValue: 4), forUploading = Self(rawValue: 8)
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let forDeleting = Self(rawValue: 1), forMoving = Self(rawValue: 2), forMerging = Self(rawValue: 4)
        public static let forReplacing = Self(rawValue: 8)
    }

    public init(filePresenter: (any NSFilePresenter)? = nil) {}

    open func coordinate(
        readingItemAt url: URL, options: ReadingOptions = [], error: UnsafeMutablePointer<NSError?>?,
        byAccessor reader: (URL) -> Void
    ) { reader(url) }
    open func coordinate(
        writingItemAt url: URL, options: WritingOptions = [], error: UnsafeMutablePointer<NSError?>?,
        byAccessor writer: (URL) -> Void
    ) { writer(url) }
    open func coordinate(
        readingItemAt source: URL, options: ReadingOptions = [], writingItemAt target: URL,
        options writingOptions: WritingOptions = [], error: UnsafeMutablePointer<NSError?>?,
        byAccessor accessor: (URL, URL) -> Void
    ) { accessor(source, target) }
    open func coordinate(
        writingItemAt first: URL, options: WritingOptions = [], writingItemAt second: URL,
        options secondOptions: WritingOptions = [], error: UnsafeMutablePointer<NSError?>?,
        byAccessor writer: (URL, URL) -> Void
    ) { writer(first, second) }
    open func cancel() {}
    open func item(at old: URL, didMoveTo new: URL) {}

    // Nothing changes a file but the app itself.
    open class func addFilePresenter(_ presenter: any NSFilePresenter) {}
    open class func removeFilePresenter(_ presenter: any NSFilePresenter) {}
}

/// Receives the changes of a file. None is ever reported here.
public protocol NSFilePresenter: NSObjectProtocol {
    var presentedItemURL: URL? { get }
    var presentedItemOperationQueue: OperationQueue { get }
}
