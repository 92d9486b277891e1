public import LiveActivityUI

// The views of an app's screens, which occur in files that a widget extension shares with its app. A Live Activity never shows
// them. They compile, and are drawn as a stack of their content.

/// Content that scrolls; drawn as a stack.
public struct ScrollView<Content: View>: View {
    private let content: Content
    private let axes: Axis.Set

    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        (self.axes, self.content) = (axes, content())
    }

    public var body: some View { if axes == .horizontal { HStack { content } } else { VStack { content } } }
}

/// A view that lets code scroll its content. Drawn as its content.
public struct ScrollViewReader<Content: View>: View {
    private let content: (ScrollViewProxy) -> Content
    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }
    public var body: some View { content(ScrollViewProxy()) }
}

/// Scrolls to a view. Does nothing.
public struct ScrollViewProxy { public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) {} }

/// A stack of screens. Drawn as its first screen.
public struct NavigationStack<Data, Root: View>: View {
    private let root: Root
    public var body: some View { root }
}
extension NavigationStack where Data == NavigationPath {
    /// Creates a stack of screens.
    public init(@ViewBuilder root: () -> Root) { self.root = root() }
    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) { self.root = root() }
}
extension NavigationStack
where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
    /// Creates a stack of screens.
    public init(path: Binding<Data>, @ViewBuilder root: () -> Root) { self.root = root() }
}

/// The path of a navigation stack: the values of its pushed screens.
public struct NavigationPath: Hashable {
    private var values: [AnyHashable] = []
    /// Creates an empty path.
    public init() {}
    /// The number of screens in the path.
    public var count: Int { values.count }
    public var isEmpty: Bool { values.isEmpty }
    public mutating func append(_ value: some Hashable) { values.append(AnyHashable(value)) }
    public mutating func removeLast(_ count: Int = 1) { values.removeLast(count) }
}

/// A stack of screens. Drawn as its first screen.
public struct NavigationView<Content: View>: View {
    private let content: Content
    /// Creates a stack of screens.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public var body: some View { content }
}

/// A row that pushes a screen; drawn as its label.
public struct NavigationLink<Label: View, Destination: View>: View {
    private let label: Label
    public var body: some View { label }

    /// Creates a row that pushes a screen.
    public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) { self.label = label() }
    public init(destination: Destination, @ViewBuilder label: () -> Label) { self.label = label() }
}
extension NavigationLink where Label == Text {
    /// Creates a row that pushes a screen.
    public init(_ title: LocalizedStringKey, @ViewBuilder destination: () -> Destination) { label = Text(title) }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder destination: () -> Destination) { label = Text(title) }
    public init(_ title: LocalizedStringKey, destination: Destination) { label = Text(title) }
    @_disfavoredOverload public init(_ title: some StringProtocol, destination: Destination) { label = Text(title) }
}
extension NavigationLink where Destination == Never {
    /// Creates a row that pushes the screen of a value.
    public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Label) { self.label = label() }
}

/// Settings; drawn as a stack.
public struct Form<Content: View>: View {
    private let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public var body: some View { VStack(alignment: .leading) { content } }
}

/// A text field; drawn as the text, or as its title.
public struct TextField<Label: View>: View {
    private let text: String
    private let label: Label

    public var body: some View { if text.isEmpty { label } else { Text(verbatim: text) } }
}
extension TextField where Label == Text {
    public init(_ title: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal) {
        (label, self.text) = (Text(title), text.wrappedValue)
    }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal) {
        (label, self.text) = (Text(title), text.wrappedValue)
    }
}

/// A field for a secret; drawn as its title.
public struct SecureField: View {
    private let label: Text
    public var body: some View { label }
    public init(_ title: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) { label = Text(title) }
    @_disfavoredOverload public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) {
        label = Text(title)
    }
}

/// A control for choosing a value. Drawn as its label.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    private let label: Label
    public var body: some View { label }
    public init(selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
    }
}
extension Picker where Label == Text {
    public init(_ title: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
        label = Text(title)
    }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
        label = Text(title)
    }
}

/// A button that opens a menu. Drawn as its label.
public struct Menu<Label: View, Content: View>: View {
    private let label: Label
    public var body: some View { label }
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label, primaryAction: @escaping () -> Void = {}
    ) { self.label = label() }
}
extension Menu where Label == Text {
    public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) { label = Text(title) }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) { label = Text(title) }
}
