public import Foundation

nonisolated extension View {
    public func padding(_ insets: EdgeInsets) -> ModifiedContent<Self, _EffectModifier> { effect(.padding(insets.node)) }

    /// `nil` is the system's distance, 16 points.
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> ModifiedContent<Self, _EffectModifier> {
        effect(.padding(EdgeInsets(edges, length ?? 16).node))
    }

    public func padding(_ length: CGFloat) -> ModifiedContent<Self, _EffectModifier> {
        effect(.padding(EdgeInsets(.all, length).node))
    }

    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center)
        -> ModifiedContent<Self, _EffectModifier>
    {
        let (width, height) = (width.map { Double($0) }, height.map { Double($0) })
        return effect(
            .frame(
                FrameNode(
                    minWidth: width, idealWidth: width, maxWidth: width, minHeight: height, idealHeight: height,
                    maxHeight: height, alignment: alignment.node)))
    }

    public func frame(
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

    public func layoutPriority(_ value: Double) -> ModifiedContent<Self, _EffectModifier> { effect(.layoutPriority(value)) }
}
