public import Foundation

/// The pasteboard. It is empty at first, and stores the values of this process.
@MainActor open class UIPasteboard: NSObject {
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
}
