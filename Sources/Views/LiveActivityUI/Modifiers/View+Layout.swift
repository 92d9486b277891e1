public import Foundation

extension View {
    @inlinable public func padding(_ insets: EdgeInsets) -> ModifiedContent<Self, _EffectModifier> {
        effect(.padding(insets.node))
    }

    /// `nil` is the system's distance, 16 points.
    @inlinable public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> ModifiedContent<Self, _EffectModifier>
    {
        effect(.padding(EdgeInsets(edges, length ?? 16).node))
    }

    @inlinable public func padding(_ length: CGFloat) -> ModifiedContent<Self, _EffectModifier> {
        effect(.padding(EdgeInsets(.all, length).node))
    }

    @inlinable public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center)
        -> ModifiedContent<Self, _EffectModifier>
    {
        let (width, height) = (width.map { Double($0) }, height.map { Double($0) })
        return effect(
            .frame(
                FrameNode(
                    minWidth: width, idealWidth: width, maxWidth: width, minHeight: height, idealHeight: height,
                    maxHeight: height, alignment: alignment.node)))
    }

    @inlinable public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> ModifiedContent<Self, _EffectModifier> {
        effect(
            .frame(
                FrameNode(
                    minWidth: minWidth.map { Double($0) }, idealWidth: idealWidth.map { Double($0) },
                    maxWidth: maxWidth.map { Double($0) }, minHeight: minHeight.map { Double($0) },
                    idealHeight: idealHeight.map { Double($0) }, maxHeight: maxHeight.map { Double($0) },
                    alignment: alignment.node)))
    }

    @available(*, deprecated, message: "Please pass one or more parameters.")
    @inlinable public func frame() -> Self { self }

    @inlinable public func fixedSize() -> ModifiedContent<Self, _EffectModifier> { fixedSize(horizontal: true, vertical: true) }
    @inlinable public func fixedSize(horizontal: Bool, vertical: Bool) -> ModifiedContent<Self, _EffectModifier> {
        effect(.fixedSize(horizontal: horizontal, vertical: vertical))
    }

    /// `nil` is the view's own ratio.
    @inlinable public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> ModifiedContent<
        Self, _EffectModifier
    > {
        effect(.aspectRatio(aspectRatio.map { Double($0) }, fill: contentMode == .fill))
    }
    @inlinable public func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode) -> ModifiedContent<
        Self, _EffectModifier
    > {
        effect(
            .aspectRatio(
                aspectRatio.height > 0 ? Double(aspectRatio.width / aspectRatio.height) : nil, fill: contentMode == .fill))
    }
    @inlinable public func scaledToFit() -> ModifiedContent<Self, _EffectModifier> { aspectRatio(contentMode: .fit) }
    @inlinable public func scaledToFill() -> ModifiedContent<Self, _EffectModifier> { aspectRatio(contentMode: .fill) }

    @inlinable public func layoutPriority(_ value: Double) -> ModifiedContent<Self, _EffectModifier> {
        effect(.layoutPriority(value))
    }

    @inlinable public func offset(_ offset: CGSize) -> ModifiedContent<Self, _EffectModifier> {
        self.offset(x: offset.width, y: offset.height)
    }
    @inlinable public func offset(x: CGFloat = 0, y: CGFloat = 0) -> ModifiedContent<Self, _EffectModifier> {
        effect(.offset(x: Double(x), y: Double(y)))
    }
    @inlinable public func position(_ position: CGPoint) -> ModifiedContent<Self, _EffectModifier> {
        self.position(x: position.x, y: position.y)
    }
    @inlinable public func position(x: CGFloat = 0, y: CGFloat = 0) -> ModifiedContent<Self, _EffectModifier> {
        effect(.position(x: Double(x), y: Double(y)))
    }
    @inlinable public func zIndex(_ value: Double) -> ModifiedContent<Self, _EffectModifier> { effect(.zIndex(value)) }

    /// A frame that is a share of the surface: with `count` columns and `spacing` between them, as wide as `span` of them.
    @inlinable public func containerRelativeFrame(
        _ axes: Axis.Set, count: Int, span: Int = 1, spacing: CGFloat, alignment: Alignment = .center
    ) -> ModifiedContent<Self, _ContainerFrameModifier> {
        let (count, span) = (CGFloat(max(count, 1)), CGFloat(max(span, 1)))
        return containerRelativeFrame(axes, alignment: alignment) { length, _ in
            (length - spacing * (count - 1)) / count * span + spacing * (span - 1)
        }
    }
    /// A frame that is as large as the surface.
    @inlinable public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center)
        -> ModifiedContent<Self, _ContainerFrameModifier>
    { containerRelativeFrame(axes, alignment: alignment) { length, _ in length } }
    /// A frame whose length is made from the surface's.
    @inlinable public func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center, _ length: @escaping (CGFloat, Axis) -> CGFloat
    ) -> ModifiedContent<Self, _ContainerFrameModifier> {
        modifier(_ContainerFrameModifier(axes: axes, alignment: alignment, length: length))
    }

    /// A view beside this one, which gets what is left of the place.
    @inlinable public func safeAreaInset<Inset: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Inset
    ) -> VStack<TupleView<Inset?, Self, Inset?>> {
        let inset = content()
        return VStack(alignment: alignment, spacing: spacing) {
            TupleView(edge == .top ? inset : nil, self, edge == .bottom ? inset : nil)
        }
    }
    @inlinable public func safeAreaInset<Inset: View>(
        edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Inset
    ) -> HStack<TupleView<Inset?, Self, Inset?>> {
        let inset = content()
        return HStack(alignment: alignment, spacing: spacing) {
            TupleView(edge == .leading ? inset : nil, self, edge == .trailing ? inset : nil)
        }
    }
    @inlinable public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> ModifiedContent<
        Self, _EffectModifier
    > {
        padding(edges, length)
    }
    @inlinable public func safeAreaPadding(_ length: CGFloat) -> ModifiedContent<Self, _EffectModifier> { padding(length) }
    /// Nothing of a surface is covered.
    @inlinable public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> Self { self }
    /// Nothing of a surface is covered.
    @inlinable public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> Self { self }
    /// Distances are told to content that scrolls, of which there is none.
    @inlinable public func coordinateSpace(_ name: NamedCoordinateSpace) -> Self { self }
}

public enum ContentMode: Hashable, Sendable, CaseIterable {
    case fit, fill
}

public struct SafeAreaRegions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let container = Self(rawValue: 1)
    public static let keyboard = Self(rawValue: 2)
    public static let all: Self = [.container, .keyboard]
}

/// A frame made from the size of the surface.
public struct _ContainerFrameModifier: ViewModifier {
    public typealias Body = Never
    let axes: Axis.Set
    let alignment: Alignment
    let length: (CGFloat, Axis) -> CGFloat

    @usableFromInline init(axes: Axis.Set, alignment: Alignment, length: @escaping (CGFloat, Axis) -> CGFloat) {
        self.axes = axes
        self.alignment = alignment
        self.length = length
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
