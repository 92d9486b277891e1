public import AppleFoundation
public import Foundation

/// The pasteboard. It is empty at first, and stores the values of this process.
@MainActor @preconcurrency open class UIPasteboard: NSObject {
    public static let general = UIPasteboard()

    open var string: String?
    open var strings: [String]?
    open var url: URL?
    open var image: UIImage?
    open var color: UIColor?
    open var items: [[String: Any]] = []
    open var hasStrings: Bool { string != nil }
    open var hasURLs: Bool { url != nil }
    open var hasImages: Bool { image != nil }
    open var changeCount: Int { 0 }
    open var hasColors: Bool { color != nil }
    open var numberOfItems: Int { items.count }
    open var urls: [URL]?
    open var images: [UIImage]?
    open var itemProviders: [NSItemProvider] = []
    open var name: Name { .general }

    public struct Name: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
        public static let general = Self("com.apple.UIKit.pboard.general")
    }
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let expirationDate = Self(rawValue: "ExpirationDate"), localOnly = Self(rawValue: "LocalOnly")
    }

    open func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) { self.items = items }
    open func addItems(_ items: [[String: Any]]) { self.items += items }
    open func setValue(_ value: Any, forPasteboardType type: String) { items = [[type: value]] }
    open func setData(_ data: Data, forPasteboardType type: String) { items = [[type: data]] }
    open func value(forPasteboardType type: String) -> Any? { items.first?[type] }
    open func data(forPasteboardType type: String) -> Data? { items.first?[type] as? Data }
    open func contains(pasteboardTypes types: [String]) -> Bool { types.contains { items.first?[$0] != nil } }
    open func setItemProviders(_ providers: [NSItemProvider], localOnly: Bool, expirationDate: Date?) {
        itemProviders = providers
    }

    /// Never posted here.
    public nonisolated static let changedNotification = Notification.Name("UIPasteboardChangedNotification")
}
