/// The horizontal alignment of views in a column.
public struct HorizontalAlignment: Hashable, Sendable {
    @usableFromInline let node: NodeAlignment.Horizontal

    /// Aligned to the leading edge.
    public static let leading = Self(node: .leading)
    /// Aligned to the center.
    public static let center = Self(node: .center)
    /// Aligned to the trailing edge.
    public static let trailing = Self(node: .trailing)
    // The separators of a list are not drawn.
    public static let listRowSeparatorLeading = Self(node: .leading), listRowSeparatorTrailing = Self(node: .trailing)
}

/// The vertical alignment of views in a row.
public struct VerticalAlignment: Hashable, Sendable {
    @usableFromInline let node: NodeAlignment.Vertical

    public static let top = Self(node: .top)
    /// Aligned to the center.
    public static let center = Self(node: .center)
    public static let bottom = Self(node: .bottom)
    /// Aligned to the baseline of the first line of text.
    public static let firstTextBaseline = Self(node: .firstTextBaseline)
    /// Aligned to the baseline of the last line of text.
    public static let lastTextBaseline = Self(node: .lastTextBaseline)
}

/// The position of a view in a frame of another size.
public struct Alignment: Hashable, Sendable {
    /// The horizontal part.
    public var horizontal: HorizontalAlignment
    /// The vertical part.
    public var vertical: VerticalAlignment

    /// An alignment of both parts.
    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    @usableFromInline var node: NodeAlignment { NodeAlignment(horizontal: horizontal.node, vertical: vertical.node) }

    public static let center = Self(horizontal: .center, vertical: .center)
    public static let leading = Self(horizontal: .leading, vertical: .center)
    public static let trailing = Self(horizontal: .trailing, vertical: .center)
    public static let top = Self(horizontal: .center, vertical: .top)
    public static let bottom = Self(horizontal: .center, vertical: .bottom)
    public static let topLeading = Self(horizontal: .leading, vertical: .top)
    public static let topTrailing = Self(horizontal: .trailing, vertical: .top)
    public static let bottomLeading = Self(horizontal: .leading, vertical: .bottom)
    public static let bottomTrailing = Self(horizontal: .trailing, vertical: .bottom)
    public static let centerFirstTextBaseline = Self(horizontal: .center, vertical: .firstTextBaseline)
    public static let centerLastTextBaseline = Self(horizontal: .center, vertical: .lastTextBaseline)
    public static let leadingFirstTextBaseline = Self(horizontal: .leading, vertical: .firstTextBaseline)
    public static let leadingLastTextBaseline = Self(horizontal: .leading, vertical: .lastTextBaseline)
    public static let trailingFirstTextBaseline = Self(horizontal: .trailing, vertical: .firstTextBaseline)
    public static let trailingLastTextBaseline = Self(horizontal: .trailing, vertical: .lastTextBaseline)
}

/// The alignment of the lines of a text.
public enum TextAlignment: Hashable, Sendable, CaseIterable {
    case leading, center, trailing

    @usableFromInline var node: NodeAlignment.Horizontal {
        switch self {
        case .leading: .leading
        case .center: .center
        case .trailing: .trailing
        }
    }
}
