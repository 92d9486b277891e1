public import LiveActivityUI

/// Rows; drawn as a stack.
public struct List<SelectionValue, Content: View>: View {
    private let content: Content
    public var body: some View { VStack { content } }
}

extension List where SelectionValue == Never {
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public init<Data: RandomAccessCollection, Row: View>(_ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row)
    where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Row> {
        content = ForEach(data, content: rowContent)
    }
    public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, ID, Row> { content = ForEach(data, id: id, content: rowContent) }
    public init<Items: MutableCollection & RandomAccessCollection, Row: View>(
        _ data: Binding<Items>, editActions: EditActions<Items> = [],
        @ViewBuilder rowContent: @escaping (Binding<Items.Element>) -> Row
    ) where Items.Element: Identifiable, Content == ForEach<Binding<Items>, Items.Element.ID, Row> {
        content = ForEach(data, content: rowContent)
    }
}

/// A selection of a list: at most one of its values, or a set of them.
public protocol _ListSelection { associatedtype SelectionValue: Hashable }
extension Optional: _ListSelection where Wrapped: Hashable { public typealias SelectionValue = Wrapped }
extension Set: _ListSelection { public typealias SelectionValue = Element }

extension List where SelectionValue: Hashable {
    public init<Selection: _ListSelection>(selection: Binding<Selection>?, @ViewBuilder content: () -> Content)
    where Selection.SelectionValue == SelectionValue { self.content = content() }
    public init<Data: RandomAccessCollection, Selection: _ListSelection, Row: View>(
        _ data: Data, selection: Binding<Selection>?, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    )
    where
        Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Row>, Selection.SelectionValue == SelectionValue
    { content = ForEach(data, content: rowContent) }
    public init<Data: RandomAccessCollection, ID: Hashable, Selection: _ListSelection, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<Selection>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, ID, Row>, Selection.SelectionValue == SelectionValue {
        content = ForEach(data, id: id, content: rowContent)
    }
    public init<Items: MutableCollection & RandomAccessCollection, Selection: _ListSelection, Row: View>(
        _ data: Binding<Items>, editActions: EditActions<Items> = [], selection: Binding<Selection>?,
        @ViewBuilder rowContent: @escaping (Binding<Items.Element>) -> Row
    )
    where
        Items.Element: Identifiable, Content == ForEach<Binding<Items>, Items.Element.ID, Row>,
        Selection.SelectionValue == SelectionValue
    { content = ForEach(data, content: rowContent) }
}

extension ForEach where Content: View {
    public init<Items: MutableCollection & RandomAccessCollection>(
        _ data: Binding<Items>, editActions: EditActions<Items>,
        @ViewBuilder content: @escaping (Binding<Items.Element>) -> Content
    ) where Data == Binding<Items>, Items.Element: Identifiable, ID == Items.Element.ID { self.init(data, content: content) }
}

/// The edits of rows that a list offers. Here nothing is edited.
public struct EditActions<Data>: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static var move: Self { Self(rawValue: 1) }
    public static var delete: Self { Self(rawValue: 2) }
    public static var all: Self { [.move, .delete] }
}
