public import Foundation
public import LiveActivityUI

/// An arrangement of any type.
public struct AnyLayout {
    private let arranged: (AnyView) -> AnyView

    public init(_ layout: some Layout) { arranged = { content in AnyView(layout { content }) } }
    public init(_ layout: HStackLayout) { arranged = { content in AnyView(layout { content }) } }
    public init(_ layout: VStackLayout) { arranged = { content in AnyView(layout { content }) } }
    public init(_ layout: ZStackLayout) { arranged = { content in AnyView(layout { content }) } }

    public func callAsFunction(@ViewBuilder _ content: () -> some View) -> some View { arranged(AnyView(content())) }
}

/// The arrangement of a horizontal stack.
public struct HStackLayout: Sendable {
    /// Where views of different heights are.
    public var alignment: VerticalAlignment
    /// The distance of two views in points; `nil` is the default.
    public var spacing: CGFloat?

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
        (self.alignment, self.spacing) = (alignment, spacing)
    }
    public func callAsFunction(@ViewBuilder _ content: () -> some View) -> some View {
        HStack(alignment: alignment, spacing: spacing, content: content)
    }
}

/// The arrangement of a vertical stack.
public struct VStackLayout: Sendable {
    /// Where views of different widths are.
    public var alignment: HorizontalAlignment
    /// The distance of two views in points; `nil` is the default.
    public var spacing: CGFloat?

    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        (self.alignment, self.spacing) = (alignment, spacing)
    }
    public func callAsFunction(@ViewBuilder _ content: () -> some View) -> some View {
        VStack(alignment: alignment, spacing: spacing, content: content)
    }
}

/// The arrangement of views on each other.
public struct ZStackLayout: Sendable {
    /// Where smaller views are.
    public var alignment: Alignment

    /// The arrangement of views on each other.
    public init(alignment: Alignment = .center) { self.alignment = alignment }
    public func callAsFunction(@ViewBuilder _ content: () -> some View) -> some View {
        ZStack(alignment: alignment, content: content)
    }
}
