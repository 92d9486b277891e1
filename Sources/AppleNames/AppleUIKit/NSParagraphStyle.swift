public import Foundation

/// The style of a paragraph of an attributed string. Stored, not used.
open class NSParagraphStyle: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, as in UIKit: a style is changed only before it is used.
    public static let `default` = NSParagraphStyle()

    open fileprivate(set) var alignment = NSTextAlignment.natural
    open fileprivate(set) var lineBreakMode = NSLineBreakMode.byWordWrapping
    open fileprivate(set) var lineSpacing: CGFloat = 0
    open fileprivate(set) var paragraphSpacing: CGFloat = 0
    open fileprivate(set) var headIndent: CGFloat = 0
    open fileprivate(set) var firstLineHeadIndent: CGFloat = 0
    open fileprivate(set) var minimumLineHeight: CGFloat = 0
    open fileprivate(set) var maximumLineHeight: CGFloat = 0
    open fileprivate(set) var lineHeightMultiple: CGFloat = 0
}

/// A style that can be changed: the observers, which do nothing, give its properties public setters.
open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
    open override var alignment: NSTextAlignment { didSet {} }
    open override var lineBreakMode: NSLineBreakMode { didSet {} }
    open override var lineSpacing: CGFloat { didSet {} }
    open override var paragraphSpacing: CGFloat { didSet {} }
    open override var headIndent: CGFloat { didSet {} }
    open override var firstLineHeadIndent: CGFloat { didSet {} }
    open override var minimumLineHeight: CGFloat { didSet {} }
    open override var maximumLineHeight: CGFloat { didSet {} }
    open override var lineHeightMultiple: CGFloat { didSet {} }
}

public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}

/// The style of an underline or a strikethrough.
public struct NSUnderlineStyle: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let single = Self(rawValue: 1), thick = Self(rawValue: 2), double = Self(rawValue: 9)
}

/// Options of drawing strings. Not used.
public struct NSStringDrawingOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let usesLineFragmentOrigin = Self(rawValue: 1), usesFontLeading = Self(rawValue: 2)
    public static let truncatesLastVisibleLine = Self(rawValue: 32)
}
