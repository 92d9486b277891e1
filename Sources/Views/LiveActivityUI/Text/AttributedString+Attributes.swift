public import Foundation

// The attributes of an attributed string that `Text` draws.

extension AttributeScopes {
    /// SwiftUI's attributes, and Foundation's.
    public struct SwiftUIAttributes: AttributeScope {
        public let font: FontAttribute
        public let foregroundColor: ForegroundColorAttribute
        public let backgroundColor: BackgroundColorAttribute
        public let strikethroughStyle: StrikethroughStyleAttribute
        public let underlineStyle: UnderlineStyleAttribute
        public let kern: KerningAttribute
        public let tracking: TrackingAttribute
        public let baselineOffset: BaselineOffsetAttribute
        public let inlinePresentationIntent: InlinePresentationIntentAttribute
        public let foundation: FoundationAttributes

        public enum FontAttribute: AttributedStringKey {
            public typealias Value = Font
            public static let name = "SwiftUI.Font"
        }
        public enum ForegroundColorAttribute: AttributedStringKey {
            public typealias Value = Color
            public static let name = "SwiftUI.ForegroundColor"
        }
        /// The color behind the text. It is not drawn.
        public enum BackgroundColorAttribute: AttributedStringKey {
            public typealias Value = Color
            public static let name = "SwiftUI.BackgroundColor"
        }
        public enum StrikethroughStyleAttribute: AttributedStringKey {
            public typealias Value = Text.LineStyle
            public static let name = "SwiftUI.StrikethroughStyle"
        }
        public enum UnderlineStyleAttribute: AttributedStringKey {
            public typealias Value = Text.LineStyle
            public static let name = "SwiftUI.UnderlineStyle"
        }
        public enum KerningAttribute: AttributedStringKey {
            public typealias Value = CGFloat
            public static let name = "SwiftUI.Kern"
        }
        public enum TrackingAttribute: AttributedStringKey {
            public typealias Value = CGFloat
            public static let name = "SwiftUI.Tracking"
        }
        public enum BaselineOffsetAttribute: AttributedStringKey {
            public typealias Value = CGFloat
            public static let name = "SwiftUI.BaselineOffset"
        }
        public enum InlinePresentationIntentAttribute: AttributedStringKey {
            public typealias Value = InlinePresentationIntent
            public static let name = "NSInlinePresentationIntent"
        }
    }

    public var swiftUI: SwiftUIAttributes.Type { SwiftUIAttributes.self }
}

extension AttributeDynamicLookup {
    public subscript<Key: AttributedStringKey>(dynamicMember keyPath: KeyPath<AttributeScopes.SwiftUIAttributes, Key>) -> Key {
        self[Key.self]
    }
}

#if !canImport(Darwin)
/// The emphasis of a run of characters, as in Markdown.
public struct InlinePresentationIntent: OptionSet, Hashable, Codable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let emphasized = Self(rawValue: 1), stronglyEmphasized = Self(rawValue: 2)
    public static let code = Self(rawValue: 4), strikethrough = Self(rawValue: 32)
    public static let softBreak = Self(rawValue: 64), lineBreak = Self(rawValue: 128)
    public static let inlineHTML = Self(rawValue: 256), blockHTML = Self(rawValue: 512)
}
#endif

extension Resolution {
    /// Appends the parts of a string, each with its own attributes.
    func append(_ string: AttributedString, _ attributes: TextAttributes, to runs: inout [TextRun]) {
        for run in string.runs {
            append(.string(String(string.characters[run.range])), Self.attributes(of: run).over(attributes), to: &runs)
        }
    }

    private static func attributes(of run: AttributedString.Runs.Run) -> TextAttributes {
        typealias Scope = AttributeScopes.SwiftUIAttributes
        var attributes = TextAttributes()
        attributes.font = run[Scope.FontAttribute.self]
        attributes.style = run[Scope.ForegroundColorAttribute.self].map { HashableStyle(style: $0) }
        attributes.tracking = (run[Scope.TrackingAttribute.self] ?? run[Scope.KerningAttribute.self]).map { Double($0) }
        attributes.baselineOffset = run[Scope.BaselineOffsetAttribute.self].map { Double($0) }
        if run[Scope.UnderlineStyleAttribute.self] != nil { attributes.underline = true }
        if run[Scope.StrikethroughStyleAttribute.self] != nil { attributes.strikethrough = true }
        let intent = run[Scope.InlinePresentationIntentAttribute.self] ?? []
        if intent.contains(.stronglyEmphasized) { attributes.overrides.isBold = true }
        if intent.contains(.emphasized) { attributes.overrides.traits.isItalic = true }
        if intent.contains(.code) { attributes.overrides.traits.isMonospaced = true }
        if intent.contains(.strikethrough) { attributes.strikethrough = true }
        return attributes
    }
}
