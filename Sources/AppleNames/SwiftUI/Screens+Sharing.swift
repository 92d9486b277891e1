public import Foundation
public import LiveActivityUI

// More views of an app's screens, which a Live Activity never shows.

/// A button that shares items; drawn as its label.
public struct ShareLink<Label: View>: View {
    private let label: Label
    public var body: some View { label }

    public init<Item>(
        item: Item, subject: Text? = nil, message: Text? = nil, preview: Any? = nil, @ViewBuilder label: () -> Label
    ) { self.label = label() }
    public init<Data: RandomAccessCollection>(
        items: Data, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) { self.label = label() }
}
extension ShareLink where Label == _TitleAndIcon {
    public init<Item>(
        _ title: LocalizedStringKey = "Share…", item: Item, subject: Text? = nil, message: Text? = nil, preview: Any? = nil
    ) { label = _TitleAndIcon(title, systemImage: "square.and.arrow.up") }
    @_disfavoredOverload public init<Item>(
        _ title: some StringProtocol, item: Item, subject: Text? = nil, message: Text? = nil, preview: Any? = nil
    ) { label = _TitleAndIcon(title, systemImage: "square.and.arrow.up") }
}

/// The title and image of a shared item. Not used.
public struct SharePreview: Sendable {
    public init(_ title: LocalizedStringKey, image: Any? = nil) {}
    @_disfavoredOverload public init(_ title: some StringProtocol, image: Any? = nil) {}
}

/// A screen of a ``TabView``; drawn as its content.
public struct Tab<Value, Content: View, Label: View>: View {
    private let content: Content
    public var body: some View { content }
}
extension Tab where Value == Never, Label == _TitleAndIcon {
    public init(
        _ title: LocalizedStringKey, systemImage: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) { self.content = content() }
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) { self.content = content() }
    public init(_ title: LocalizedStringKey, image: String, role: TabRole? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
    public init(role: TabRole, @ViewBuilder content: () -> Content) { self.content = content() }
}
extension Tab where Value: Hashable, Label == _TitleAndIcon {
    public init(
        _ title: LocalizedStringKey, systemImage: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) { self.content = content() }
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) { self.content = content() }
    public init(
        _ title: LocalizedStringKey, image: String, value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) { self.content = content() }
    public init(value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
}
extension Tab where Value: Hashable {
    public init(
        value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) { self.content = content() }
}
extension Tab where Value == Never {
    public init(role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.content = content()
    }
}

public enum TabRole: Hashable, Sendable { case search }

/// Screens beside each other; drawn as the first.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
    private let sidebar: Sidebar
    public var body: some View { sidebar }

    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility> = .constant(.automatic),
        preferredCompactColumn: Binding<NavigationSplitViewColumn> = .constant(.sidebar),
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) { self.sidebar = sidebar() }
}
extension NavigationSplitView where Content == EmptyView {
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility> = .constant(.automatic),
        preferredCompactColumn: Binding<NavigationSplitViewColumn> = .constant(.sidebar),
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
    ) { self.sidebar = sidebar() }
}

public enum NavigationSplitViewVisibility: Hashable, Sendable { case automatic, all, doubleColumn, detailOnly }
public enum NavigationSplitViewColumn: Hashable, Sendable { case sidebar, content, detail }

/// A button that starts to edit a list; drawn as its title.
public struct EditButton: View {
    public init() {}
    public var body: some View { Text("Edit") }
}

extension NavigationLink where Label == Text, Destination == Never {
    public init<Value: Hashable>(_ title: LocalizedStringKey, value: Value?) { self.init(value: value) { Text(title) } }
    @_disfavoredOverload public init<Value: Hashable>(_ title: some StringProtocol, value: Value?) {
        self.init(value: value) { Text(title) }
    }
}
extension NavigationLink {
    public init(
        destination: Destination, isActive: Binding<Bool>, @ViewBuilder label: () -> Label
    ) { self.init(destination: destination, label: label) }
    public init<Tag: Hashable>(
        destination: Destination, tag: Tag, selection: Binding<Tag?>, @ViewBuilder label: () -> Label
    ) { self.init(destination: destination, label: label) }
}

extension TextField where Label == Text {
    public init<Format: ParseableFormatStyle>(
        _ title: LocalizedStringKey, value: Binding<Format.FormatInput>, format: Format, prompt: Text? = nil
    ) where Format.FormatOutput == String { self.init(title, text: .constant(format.format(value.wrappedValue))) }
    public init<Format: ParseableFormatStyle>(
        _ title: LocalizedStringKey, value: Binding<Format.FormatInput?>, format: Format, prompt: Text? = nil
    ) where Format.FormatOutput == String {
        self.init(title, text: .constant(value.wrappedValue.map { format.format($0) } ?? ""))
    }
    public init<Value>(_ title: LocalizedStringKey, value: Binding<Value>, formatter: Formatter, prompt: Text? = nil) {
        self.init(title, text: .constant(formatter.string(for: value.wrappedValue) ?? ""))
    }
}
extension TextField {
    // Deprecated forms, which much code still has.
    public init(
        _ title: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        onCommit: @escaping () -> Void
    ) where Label == Text { self.init(title, text: text) }
}

/// Space between items of a bar.
public struct ToolbarSpacer: ToolbarContent {
    public enum Sizing: Sendable { case fixed, flexible }
    public init(_ sizing: Sizing = .flexible, placement: ToolbarItemPlacement = .automatic) {}
}
