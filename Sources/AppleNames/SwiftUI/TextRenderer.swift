public import Foundation
public import LiveActivityUI

// Renderers of text. They are not called: text is drawn as usual.

public protocol TextRenderer: Animatable {
    func draw(layout: Text.Layout, in context: inout GraphicsContext)
    func sizeThatFits(proposal: ProposedViewSize, text: TextProxy) -> CGSize
    var displayPadding: EdgeInsets { get }
}
extension TextRenderer {
    public func sizeThatFits(proposal: ProposedViewSize, text: TextProxy) -> CGSize { text.sizeThatFits(proposal) }
    public var displayPadding: EdgeInsets { EdgeInsets() }
}

public struct TextProxy { public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { .zero } }

/// A value of a part of the text. Not used.
public protocol TextAttribute {}

extension Text {
    public func customAttribute(_ attribute: some TextAttribute) -> Text { self }

    /// The lines of the text; empty here.
    public struct Layout: RandomAccessCollection, Sendable {
        public var startIndex: Int { 0 }
        public var endIndex: Int { 0 }
        public var isTruncated: Bool { false }
        public subscript(position: Int) -> Line { Line() }

        public struct Line: RandomAccessCollection, Sendable {
            public var startIndex: Int { 0 }
            public var endIndex: Int { 0 }
            public var origin: CGPoint { .zero }
            public var typographicBounds: TypographicBounds { TypographicBounds() }
            public subscript(position: Int) -> Run { Run() }
        }
        public struct Run: RandomAccessCollection, Sendable {
            public var startIndex: Int { 0 }
            public var endIndex: Int { 0 }
            public var layoutDirection: LayoutDirection { .leftToRight }
            public var typographicBounds: TypographicBounds { TypographicBounds() }
            public var characterIndices: [CharacterIndex] { [] }
            public subscript(position: Int) -> RunSlice { RunSlice() }
            public subscript<Attribute: TextAttribute>(key: Attribute.Type) -> Attribute? { nil }
        }
        public struct RunSlice: RandomAccessCollection, Sendable {
            public var startIndex: Int { 0 }
            public var endIndex: Int { 0 }
            public var typographicBounds: TypographicBounds { TypographicBounds() }
            public subscript(position: Int) -> RunSlice { self }
            public subscript<Attribute: TextAttribute>(key: Attribute.Type) -> Attribute? { nil }
        }
        public struct CharacterIndex: Hashable, Sendable {}
        public struct TypographicBounds: Equatable, Sendable {
            public var origin = CGPoint.zero
            public var width: CGFloat = 0
            public var ascent: CGFloat = 0
            public var descent: CGFloat = 0
            public var leading: CGFloat = 0
            public var rect: CGRect { CGRect(x: origin.x, y: origin.y, width: width, height: ascent + descent) }
            public init() {}
        }
        public struct DrawingOptions: OptionSet, Sendable {
            public let rawValue: Int
            public init(rawValue: Int) { self.rawValue = rawValue }
            public static let disablesSubpixelQuantization = Self(rawValue: 1)
        }
    }
}

extension GraphicsContext {
    public func draw(_ line: Text.Layout.Line, options: Text.Layout.DrawingOptions = []) {}
    public func draw(_ run: Text.Layout.Run, options: Text.Layout.DrawingOptions = []) {}
    public func draw(_ slice: Text.Layout.RunSlice, options: Text.Layout.DrawingOptions = []) {}
}

extension View { public func textRenderer(_ renderer: some TextRenderer) -> Self { self } }
