public import LiveActivityUI

/// Tabs with a header; drawn as a stack.
public struct TabSection<Header: View, Content: View>: View {
    private let content: Content
    public var body: some View { content }

    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) { self.content = content() }
}
extension TabSection where Header == EmptyView {
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
extension TabSection where Header == Text {
    public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) { self.content = content() }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) { self.content = content() }
}

/// The contents of a ``TabView``, which are views here.
public typealias TabContent = View
public typealias TabContentBuilder = ViewBuilder

extension View {
    public func customizationID(_ id: String) -> Self { self }
    public func customizationBehavior(_ behavior: TabCustomizationBehavior, for placements: AdaptableTabBarPlacement...) -> Self
    { self }
    public func tabPlacement(_ placement: TabPlacement) -> Self { self }
    public func defaultVisibility(_ visibility: Visibility, for placements: AdaptableTabBarPlacement...) -> Self { self }
}
public enum TabCustomizationBehavior: Sendable { case automatic, disabled, reorderable }
public enum TabPlacement: Sendable { case automatic, pinned, sidebarOnly }
