/// A view for each element of a collection. Identifiers are not used, because nothing moves.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    /// The collection to iterate.
    public var data: Data
    /// Makes the view of an element.
    public var content: (Data.Element) -> Content
}

extension ForEach: View where Content: View {

    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        for element in view.data {
            guard resolution.count() else { return }
            Content._resolve(view.content(element), in: resolution, into: &nodes)
        }
    }
}

extension ForEach {
    /// Repeats a chart's content, which is not a view.
    package init(each data: Data, content: @escaping (Data.Element) -> Content) {
        self.data = data
        self.content = content
    }
}

extension ForEach where Content: View {
    /// A view for each identifiable element.
    @inlinable public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.data = data
        self.content = content
    }

    /// A view for each element, with identifiers by a key path.
    @inlinable public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.content = content
    }

    @inlinable public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content)
    where Data == Range<Int>, ID == Int {
        self.data = data
        self.content = content
    }
}
