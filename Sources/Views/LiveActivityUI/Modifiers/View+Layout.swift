public import Foundation

extension View {
    /// Adds space around the view, in points for each edge.
    @inlinable public func padding(_ insets: EdgeInsets) -> _WithEffect { effect(.padding(insets.node)) }

    /// Adds space at some edges, in points. `nil` is the default of 16 points.
    @inlinable public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> _WithEffect {
        effect(.padding(EdgeInsets(edges, length ?? 16).node))
    }

    /// Adds the same space at all edges, in points.
    @inlinable public func padding(_ length: CGFloat) -> _WithEffect { effect(.padding(EdgeInsets(.all, length).node)) }

    /// Gives the view a fixed width or height in points. `nil` keeps the view's own.
    @inlinable public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center)
        -> _WithEffect
    {
        let (width, height) = (width.map { Double($0) }, height.map { Double($0) })
        return effect(
            .frame(
                FrameNode(
                    minWidth: width, idealWidth: width, maxWidth: width, minHeight: height, idealHeight: height,
                    maxHeight: height, alignment: alignment.node)))
    }

    /// Bounds the size of the view, in points. `nil` leaves a bound out; `.infinity` as a maximum takes all proposed
    /// space.
    @inlinable public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> _WithEffect {
        effect(
            .frame(
                FrameNode(
                    minWidth: minWidth.map { Double($0) }, idealWidth: idealWidth.map { Double($0) },
                    maxWidth: maxWidth.map { Double($0) }, minHeight: minHeight.map { Double($0) },
                    idealHeight: idealHeight.map { Double($0) }, maxHeight: maxHeight.map { Double($0) },
                    alignment: alignment.node)))
    }

    /// Returns the view unchanged.
    @available(*, deprecated, message: "Please pass one or more parameters.")
    @inlinable public func frame() -> Self { self }

    /// Gives the view its ideal size, whatever is proposed to it.
    @inlinable public func fixedSize() -> _WithEffect { fixedSize(horizontal: true, vertical: true) }
    /// Gives the view its ideal length in some directions.
    @inlinable public func fixedSize(horizontal: Bool, vertical: Bool) -> _WithEffect {
        effect(.fixedSize(horizontal: horizontal, vertical: vertical))
    }

    /// Gives the view a ratio of width to height; `nil` is the ratio of its ideal size.
    @inlinable public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> _WithEffect {
        effect(.aspectRatio(aspectRatio.map { Double($0) }, fill: contentMode == .fill))
    }
    /// Gives the view the ratio of a size. If its height is not positive, the ratio of the view's ideal size is used.
    @inlinable public func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode) -> _WithEffect {
        effect(
            .aspectRatio(
                aspectRatio.height > 0 ? Double(aspectRatio.width / aspectRatio.height) : nil, fill: contentMode == .fill))
    }
    /// Scales the view to fit the proposed size and keeps its ratio.
    @inlinable public func scaledToFit() -> _WithEffect { aspectRatio(contentMode: .fit) }
    /// Scales the view to fill the proposed size and keeps its ratio.
    @inlinable public func scaledToFill() -> _WithEffect { aspectRatio(contentMode: .fill) }

    /// The priority in a stack: views of higher priority take their space first. Default: 0.
    @inlinable public func layoutPriority(_ value: Double) -> _WithEffect { effect(.layoutPriority(value)) }

    /// Draws the view displaced by points, without changing its frame.
    @inlinable public func offset(_ offset: CGSize) -> _WithEffect { self.offset(x: offset.width, y: offset.height) }
    /// Draws the view displaced by points, without changing its frame. Positive is right and down in both layout
    /// directions.
    @inlinable public func offset(x: CGFloat = 0, y: CGFloat = 0) -> _WithEffect { effect(.offset(x: Double(x), y: Double(y))) }
    /// Puts the center of the view at a point of the proposed space.
    @inlinable public func position(_ position: CGPoint) -> _WithEffect { self.position(x: position.x, y: position.y) }
    /// Puts the center of the view at a point of the proposed space, in points from its leading top corner.
    @inlinable public func position(x: CGFloat = 0, y: CGFloat = 0) -> _WithEffect {
        effect(.position(x: Double(x), y: Double(y)))
    }
    /// The drawing order in a `ZStack`: views with a higher index are drawn later. Default: 0.
    @inlinable public func zIndex(_ value: Double) -> _WithEffect { effect(.zIndex(value)) }

    /// Gives the view a share of the surface: the length of `span` of `count` columns with `spacing` points between
    /// them. Counts below 1 are taken as 1.
    @inlinable public func containerRelativeFrame(
        _ axes: Axis.Set, count: Int, span: Int = 1, spacing: CGFloat, alignment: Alignment = .center
    ) -> ModifiedContent<Self, _ContainerFrameModifier> {
        let (count, span) = (CGFloat(max(count, 1)), CGFloat(max(span, 1)))
        return containerRelativeFrame(axes, alignment: alignment) { length, _ in
            (length - spacing * (count - 1)) / count * span + spacing * (span - 1)
        }
    }
    /// Gives the view the size of the surface.
    @inlinable public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center)
        -> ModifiedContent<Self, _ContainerFrameModifier>
    { containerRelativeFrame(axes, alignment: alignment) { length, _ in length } }
    /// Gives the view a length that is computed from the length of the surface in points.
    @inlinable public func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center, _ length: @escaping (CGFloat, Axis) -> CGFloat
    ) -> ModifiedContent<Self, _ContainerFrameModifier> {
        modifier(_ContainerFrameModifier(axes: axes, alignment: alignment, length: length))
    }

    /// Places a view at one edge; this view gets the remaining space.
    @inlinable public func safeAreaInset<Inset: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Inset
    ) -> VStack<TupleView<Inset?, Self, Inset?>> {
        let inset = content()
        return VStack(alignment: alignment, spacing: spacing) {
            TupleView(edge == .top ? inset : nil, self, edge == .bottom ? inset : nil)
        }
    }
    /// Places a view at one side; this view gets the remaining space.
    @inlinable public func safeAreaInset<Inset: View>(
        edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Inset
    ) -> HStack<TupleView<Inset?, Self, Inset?>> {
        let inset = content()
        return HStack(alignment: alignment, spacing: spacing) {
            TupleView(edge == .leading ? inset : nil, self, edge == .trailing ? inset : nil)
        }
    }
    /// Adds space at some edges, in points. `nil` is the default of 16 points.
    @inlinable public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> _WithEffect {
        padding(edges, length)
    }
    /// Adds the same space at all edges, in points.
    @inlinable public func safeAreaPadding(_ length: CGFloat) -> _WithEffect { padding(length) }
    /// No effect: surfaces have no safe area.
    @inlinable public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> Self { self }
    @inlinable public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> Self { self }
    /// No effect: named coordinate spaces are not used.
    @inlinable public func coordinateSpace(_ name: NamedCoordinateSpace) -> Self { self }
    @inlinable public func coordinateSpace<Name: Hashable>(name: Name) -> Self { self }
}

/// The use of the proposed space by a view with a fixed ratio.
public enum ContentMode: Hashable, Sendable, CaseIterable {
    /// Fits into the space, or fills it and may be cut off.
    case fit, fill
}

/// Parts of the safe area. Accepted and not used.
public struct SafeAreaRegions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    /// Regions in a bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The safe area of the device.
    public static let container = Self(rawValue: 1)
    public static let keyboard = Self(rawValue: 2)
    public static let all: Self = [.container, .keyboard]
}

/// The modifier of `containerRelativeFrame(_:)`.
public struct _ContainerFrameModifier: ViewModifier {
    let axes: Axis.Set
    let alignment: Alignment
    let length: (CGFloat, Axis) -> CGFloat

    @usableFromInline init(axes: Axis.Set, alignment: Alignment, length: @escaping (CGFloat, Axis) -> CGFloat) {
        (self.axes, self.alignment, self.length) = (axes, alignment, length)
    }

    public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        let container = resolution.environment.containerSize
        let width = modifier.axes.contains(.horizontal) ? modifier.length(container.width, .horizontal) : nil
        let height = modifier.axes.contains(.vertical) ? modifier.length(container.height, .vertical) : nil
        let framed = view.frame(width: width, height: height, alignment: modifier.alignment)
        ModifiedContent._resolve(framed, in: resolution, into: &nodes)
    }
}
