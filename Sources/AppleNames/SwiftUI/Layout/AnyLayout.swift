public import Foundation
public import LiveActivityUI

public struct AnyLayout {
    private let arranged: (AnyView) -> AnyView

    public init(_ layout: some Layout) { arranged = { content in AnyView(layout { content }) } }
    public init(_ layout: HStackLayout) { arranged = { content in AnyView(layout { content }) } }
    public init(_ layout: VStackLayout) { arranged = { content in AnyView(layout { content }) } }
    public init(_ layout: ZStackLayout) { arranged = { content in AnyView(layout { content }) } }

    public func callAsFunction(@ViewBuilder _ content: () -> some View) -> some View { arranged(AnyView(content())) }
}

public struct HStackLayout: Sendable {
    public var alignment: VerticalAlignment
    /// The space between adjacent views in points; `nil` for the default.
    public var spacing: CGFloat?

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
        (self.alignment, self.spacing) = (alignment, spacing)
    }
    public func callAsFunction(@ViewBuilder _ content: () -> some View) -> some View {
        HStack(alignment: alignment, spacing: spacing, content: content)
    }
}

public struct VStackLayout: Sendable {
    public var alignment: HorizontalAlignment
    /// The space between adjacent views in points; `nil` for the default.
    public var spacing: CGFloat?

    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        (self.alignment, self.spacing) = (alignment, spacing)
    }
    public func callAsFunction(@ViewBuilder _ content: () -> some View) -> some View {
        VStack(alignment: alignment, spacing: spacing, content: content)
    }
}

/// The layout of overlaid views.
public struct ZStackLayout: Sendable {
    public var alignment: Alignment

    /// The layout of overlaid views.
    public init(alignment: Alignment = .center) { self.alignment = alignment }
    public func callAsFunction(@ViewBuilder _ content: () -> some View) -> some View {
        ZStack(alignment: alignment, content: content)
    }
}
