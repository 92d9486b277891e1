public import Foundation

extension NSAttributedString {
    public struct DocumentType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let plain = Self(rawValue: "NSPlainText"), html = Self(rawValue: "NSHTML")
        public static let rtf = Self(rawValue: "NSRTF"), rtfd = Self(rawValue: "NSRTFD")
    }
    public struct DocumentReadingOptionKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let documentType = Self(rawValue: "DocumentType")
        public static let characterEncoding = Self(rawValue: "CharacterEncoding")
        public static let defaultAttributes = Self(rawValue: "DefaultAttributes")
    }
    public struct DocumentAttributeKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let documentType = Self(rawValue: "DocumentType")
        public static let characterEncoding = Self(rawValue: "CharacterEncoding")
    }

    /// A string without attributes: the data as UTF-8. Marks of HTML are kept.
    public convenience init(
        data: Data, options: [DocumentReadingOptionKey: Any] = [:],
        documentAttributes: UnsafeMutablePointer<NSDictionary?>?
    ) throws { self.init(string: String(decoding: data, as: UTF8.self)) }
    public convenience init(
        url: URL, options: [DocumentReadingOptionKey: Any] = [:], documentAttributes: UnsafeMutablePointer<NSDictionary?>?
    ) throws { self.init(string: try String(contentsOf: url, encoding: .utf8)) }
    /// The string in UTF-8, without attributes.
    public func data(from range: NSRange, documentAttributes: [DocumentAttributeKey: Any] = [:]) throws -> Data {
        Data((string as NSString).substring(with: range).utf8)
    }
}

extension NSAttributedString.Key {
    public static let link = Self("NSLink"), attachment = Self("NSAttachment"), shadow = Self("NSShadow")
    public static let baselineOffset = Self("NSBaselineOffset"), ligature = Self("NSLigature")
    public static let strokeColor = Self("NSStrokeColor"), strokeWidth = Self("NSStrokeWidth")
    public static let underlineColor = Self("NSUnderlineColor"), obliqueness = Self("NSObliqueness")
    public static let strikethroughColor = Self("NSStrikethroughColor"), textEffect = Self("NSTextEffect")
    public static let expansion = Self("NSExpansion"), writingDirection = Self("NSWritingDirection")
    public static let tracking = Self("NSTracking"), toolTip = Self("NSToolTip")
}

/// The shadow of characters. Not drawn.
public final class NSShadow: NSObject {
    public var shadowOffset = CGSize.zero
    public var shadowBlurRadius: CGFloat = 0
    public var shadowColor: Any?
}

/// An image between characters. Not drawn.
open class NSTextAttachment: NSObject {
    open var image: UIImage?
    open var bounds = CGRect.zero
    public override init() {}
    public init(image: UIImage) { self.image = image }
    public init(data: Data?, ofType type: String?) {}
}
extension NSAttributedString { public convenience init(attachment: NSTextAttachment) { self.init(string: "\u{FFFC}") } }
