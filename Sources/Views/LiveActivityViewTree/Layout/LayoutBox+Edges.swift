// The edges of a view, from which a stack determines the default gap to its neighbor.

extension LayoutBox {
    enum Edge { case top, bottom }

    /// Whether nothing but text touches an edge of the view.
    ///
    /// A stack passes on the edges of its views. Padding, a height or another decoration at the edge hides the text behind it.
    func isText(at edge: Edge) -> Bool {
        switch kind {
        case .content(.text): return true
        case .content(.stack(let stack)):
            let views = children.filter { !$0.isEmpty && !(stack.axis == .horizontal && $0.isSpacer) }
            guard stack.axis == .vertical else { return !views.isEmpty && views.allSatisfy { $0.isText(at: edge) } }
            return (edge == .top ? views.first : views.last)?.isText(at: edge) == true
        case .content(.control): return children[0].isText(at: edge)
        case .content: return false
        case .effect(let effect): return !effect.hidesText(at: edge) && children[0].isText(at: edge)
        }
    }
}

extension ViewEffect {
    fileprivate func hidesText(at edge: LayoutBox.Edge) -> Bool {
        switch self {
        case .padding(let insets): (edge == .top ? insets.top : insets.bottom) != 0
        case .frame(let frame): frame.minHeight != nil || frame.maxHeight != nil
        case .aspectRatio, .position: true
        default: false
        }
    }
}
