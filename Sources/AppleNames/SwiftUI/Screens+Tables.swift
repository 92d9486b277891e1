public import Foundation
public import LiveActivityUI

// Tables of an iPad or a Mac. A Live Activity never shows one, so a table is drawn as nothing.

/// Rows with columns. Drawn as nothing.
public struct Table<Value: Identifiable, Rows, Columns>: View {
    public var body: some View { EmptyView() }
}
extension Table where Rows == Never, Columns == Never {
    public init<Data: RandomAccessCollection<Value>>(
        _ data: Data, @TableColumnBuilder<Value> columns: () -> TableColumns<Value>
    ) {}
    public init<Data: RandomAccessCollection<Value>>(
        _ data: Data, selection: Binding<Value.ID?>, @TableColumnBuilder<Value> columns: () -> TableColumns<Value>
    ) {}
    public init<Data: RandomAccessCollection<Value>>(
        _ data: Data, selection: Binding<Set<Value.ID>>, @TableColumnBuilder<Value> columns: () -> TableColumns<Value>
    ) {}
    public init<Data: RandomAccessCollection<Value>, Comparator: SortComparator>(
        _ data: Data, sortOrder: Binding<[Comparator]>, @TableColumnBuilder<Value> columns: () -> TableColumns<Value>
    ) where Comparator.Compared == Value {}
    public init<Data: RandomAccessCollection<Value>, Comparator: SortComparator>(
        _ data: Data, selection: Binding<Value.ID?>, sortOrder: Binding<[Comparator]>,
        @TableColumnBuilder<Value> columns: () -> TableColumns<Value>
    ) where Comparator.Compared == Value {}
    public init<Data: RandomAccessCollection<Value>, Comparator: SortComparator>(
        _ data: Data, selection: Binding<Set<Value.ID>>, sortOrder: Binding<[Comparator]>,
        @TableColumnBuilder<Value> columns: () -> TableColumns<Value>
    ) where Comparator.Compared == Value {}
}

public struct TableColumns<Value> {}

@resultBuilder public enum TableColumnBuilder<Value: Identifiable> {
    public static func buildExpression<Content: View>(_ column: TableColumn<Value, Content>) -> TableColumns<Value> {
        TableColumns()
    }
    public static func buildBlock(_ columns: TableColumns<Value>...) -> TableColumns<Value> { TableColumns() }
    public static func buildIf(_ columns: TableColumns<Value>?) -> TableColumns<Value> { TableColumns() }
    public static func buildEither(first: TableColumns<Value>) -> TableColumns<Value> { first }
    public static func buildEither(second: TableColumns<Value>) -> TableColumns<Value> { second }
}

/// A column of a table. Its content is never created.
public struct TableColumn<Value: Identifiable, Content: View> {
    public init(_ title: LocalizedStringKey, @ViewBuilder content: @escaping (Value) -> Content) {}
    @_disfavoredOverload public init(_ title: some StringProtocol, @ViewBuilder content: @escaping (Value) -> Content) {}
    public init<Key: Comparable>(
        _ title: LocalizedStringKey, value: KeyPath<Value, Key>, @ViewBuilder content: @escaping (Value) -> Content
    ) {}
    @_disfavoredOverload public init<Key: Comparable>(
        _ title: some StringProtocol, value: KeyPath<Value, Key>, @ViewBuilder content: @escaping (Value) -> Content
    ) {}

    public func width(_ width: CGFloat? = nil) -> Self { self }
    public func width(min: CGFloat? = nil, ideal: CGFloat? = nil, max: CGFloat? = nil) -> Self { self }
    public func alignment(_ alignment: TableColumnAlignment) -> Self { self }
}
extension TableColumn where Content == Text {
    public init(_ title: LocalizedStringKey, value: KeyPath<Value, String>) {}
    @_disfavoredOverload public init(_ title: some StringProtocol, value: KeyPath<Value, String>) {}
}

public enum TableColumnAlignment: Sendable {
    case automatic, leading, center, trailing, numeric
}
public enum TableStyle: Sendable { case automatic, inset, bordered }

extension View {
    public func tableStyle(_ style: TableStyle) -> Self { self }
    public func tableColumnHeaders(_ visibility: Visibility) -> Self { self }
}
