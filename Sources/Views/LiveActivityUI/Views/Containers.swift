public import Foundation

/// An ``HStack``, because a surface shows all views.
public typealias LazyHStack = HStack

extension HStack {
    /// Views in a row. Pinned views have no effect.
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews,
        @ViewBuilder content: () -> Content
    ) { self.init(alignment: alignment, spacing: spacing, content: content) }
}

/// A ``VStack``, because a surface shows all views.
public typealias LazyVStack = VStack

extension VStack {
    /// Views in a column. Pinned views have no effect.
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews,
        @ViewBuilder content: () -> Content
    ) { self.init(alignment: alignment, spacing: spacing, content: content) }
}

/// Views that stay visible while others scroll. Accepted and not used, because nothing scrolls.
public struct PinnedScrollableViews: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    /// Views in a bit mask.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let sectionHeaders = Self(rawValue: 1)
    public static let sectionFooters = Self(rawValue: 2)
}

/// The first of its views that fits the available space, or the last one.
public struct ViewThatFits<Content: View>: View {
    let axes: Axis.Set
    let content: Content

    /// Views to choose from.
    ///
    /// - Parameters:
    ///   - axes: The directions in which a view must fit. Default: both.
    ///   - content: The views, the preferred one first.
    public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.axes = axes
        self.content = content()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        let candidates = resolution.nodes(of: view.content)
        guard !candidates.isEmpty else { return }
        let axes = FittingAxes(horizontal: view.axes.contains(.horizontal), vertical: view.axes.contains(.vertical))
        nodes.append(ViewNode(.fitting(axes, candidates)))
    }
}

/// A header, views and a footer. They become views of the surrounding container.
public struct Section<Parent, Content, Footer> {
    let header: Parent
    let content: Content
    let footer: Footer
}

extension Section: View where Parent: View, Content: View, Footer: View {
    /// A section, by default without header and footer.
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent = { EmptyView() },
        @ViewBuilder footer: () -> Footer = { EmptyView() }
    ) {
        self.header = header()
        self.content = content()
        self.footer = footer()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        Parent._resolve(view.header, in: resolution, into: &nodes)
        Content._resolve(view.content, in: resolution, into: &nodes)
        Footer._resolve(view.footer, in: resolution, into: &nodes)
    }
}

// Deprecated forms, which much code still has.
extension Section where Parent: View, Content: View, Footer: View {
    public init(header: Parent, footer: Footer = EmptyView(), @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { header }, footer: { footer })
    }
}

extension Section where Parent == EmptyView, Content: View, Footer: View {
    public init(footer: Footer, @ViewBuilder content: () -> Content) { self.init(content: content, footer: { footer }) }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { Text(titleKey) })
    }
    @_disfavoredOverload public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { Text(title) })
    }
}

/// A view that SwiftUI compares before updating it. Nothing is compared here, because a view is resolved only once.
public struct EquatableView<Content: Equatable & View>: View {
    public var content: Content

    /// Wraps a view.
    public init(content: Content) { self.content = content }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        Content._resolve(view.content, in: resolution, into: &nodes)
    }
}

extension View where Self: Equatable {
    /// The view, wrapped.
    public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}

/// Related controls in a row.
public struct ControlGroup<Content: View>: View {
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.stack(.horizontal, .center, nil, view.content, into: &nodes)
    }
}
