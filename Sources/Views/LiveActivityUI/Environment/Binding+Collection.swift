// The elements of a binding to a collection are bindings: `ForEach($items) { $item in … }`.

extension Binding: Sequence where Value: MutableCollection {
    public typealias Element = Binding<Value.Element>
    public typealias Iterator = IndexingIterator<Binding<Value>>
    public typealias SubSequence = Slice<Binding<Value>>
}

extension Binding: Collection where Value: MutableCollection {
    public typealias Index = Value.Index
    public typealias Indices = Value.Indices

    public var startIndex: Index { wrappedValue.startIndex }
    public var endIndex: Index { wrappedValue.endIndex }
    public var indices: Indices { wrappedValue.indices }
    public func index(after index: Index) -> Index { wrappedValue.index(after: index) }
    public subscript(position: Index) -> Binding<Value.Element> {
        Binding<Value.Element>(get: { wrappedValue[position] }, set: { wrappedValue[position] = $0 })
    }
}

extension Binding: BidirectionalCollection where Value: BidirectionalCollection & MutableCollection {
    public func index(before index: Index) -> Index { wrappedValue.index(before: index) }
}

extension Binding: RandomAccessCollection where Value: MutableCollection & RandomAccessCollection {}

extension ForEach where Content: View {
    /// A view for a binding to each identifiable element.
    public init<Items>(_ data: Binding<Items>, @ViewBuilder content: @escaping (Binding<Items.Element>) -> Content)
    where Data == Binding<Items>, Items.Element: Identifiable, ID == Items.Element.ID {
        self.data = data
        self.content = content
    }

    /// A view for a binding to each element, with identifiers by a key path.
    public init<Items>(
        _ data: Binding<Items>, id: KeyPath<Items.Element, ID>,
        @ViewBuilder content: @escaping (Binding<Items.Element>) -> Content
    ) where Data == Binding<Items> {
        self.data = data
        self.content = content
    }
}
