// Drawing modifiers.

/// A style used as a view. It fills the proposed size.
public struct _StyleView<Style: ShapeStyle>: View {
    @usableFromInline let style: Style

    @inlinable init(style: Style) { self.style = style }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.append(paint: view.style, to: &nodes)
    }
}

/// The modifier of `background`, `overlay` and `mask`.
public struct _AddedViewModifier<Added: View>: _SurroundingModifier {
    @usableFromInline enum Place { case background, overlay, mask }
    @usableFromInline let place: Place
    @usableFromInline let content: Added
    @usableFromInline let alignment: Alignment

    @inlinable init(_ place: Place, _ content: Added, _ alignment: Alignment = .center) {
        (self.place, self.content, self.alignment) = (place, content, alignment)
    }

    @inlinable public func _effect(in resolution: Resolution) -> ViewEffect? {
        let node = resolution.node(of: content, stacked: .depth)
        return switch place {
        case .background: .background(node, alignment.node)
        case .overlay: .overlay(node, alignment.node)
        case .mask: .mask(node, alignment.node)
        }
    }
}

/// The modifier of `clipShape(_:)`.
public struct _ClipModifier<Figure: Shape>: _SurroundingModifier {
    @usableFromInline let shape: Figure

    @inlinable init(shape: Figure) { self.shape = shape }

    @inlinable public func _effect(in resolution: Resolution) -> ViewEffect? {
        .clip(Figure._outline(shape, in: resolution))
    }
}

/// The modifier of `privacySensitive()`. It also hides the content if the environment asks for that.
public struct _PrivacyModifier: ViewModifier {
    @usableFromInline let isSensitive: Bool

    @inlinable init(isSensitive: Bool) { self.isSensitive = isSensitive }

    @inlinable public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        guard modifier.isSensitive else { return Modified._resolve(view, in: resolution, into: &nodes) }
        let start = nodes.count
        Modified._resolve(view, in: resolution, into: &nodes)
        let isHidden = resolution.environment.redactionReasons.contains(.privacy)
        for index in start..<nodes.count {
            nodes[index].effects.append(.privacySensitive)
            if isHidden { nodes[index].effects.append(.redacted("privacy")) }
        }
    }
}

/// The modifier of `redacted(reason:)` and, with `nil`, of `unredacted()`.
public struct _RedactionModifier: ViewModifier {
    @usableFromInline let reasons: RedactionReasons?

    @inlinable init(reasons: RedactionReasons?) { self.reasons = reasons }

    @inlinable public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        let outer = resolution.environment.redactionReasons
        resolution.environment.redactionReasons = modifier.reasons.map { outer.union($0) } ?? []
        resolution.surround(view, into: &nodes) {
            guard let reasons = modifier.reasons, !reasons.isEmpty else { return modifier.reasons == nil ? .unredacted : nil }
            return .redacted(
                reasons.contains(.privacy) ? "privacy" : reasons.contains(.placeholder) ? "placeholder" : "invalidated")
        }
        resolution.environment.redactionReasons = outer
    }
}

/// The modifier of `invalidatableContent()`.
public struct _InvalidationModifier: _SurroundingModifier {
    @usableFromInline let isInvalidatable: Bool

    @inlinable init(isInvalidatable: Bool) { self.isInvalidatable = isInvalidatable }

    @inlinable public func _effect(in resolution: Resolution) -> ViewEffect? {
        isInvalidatable ? .invalidatable : nil
    }
}
