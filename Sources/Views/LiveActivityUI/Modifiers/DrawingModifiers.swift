// Drawing modifiers: each resolves the view that it adds once and puts it around every node of the modified view.

/// A style used as a view. It fills the proposed size.
public struct _StyleView<Style: ShapeStyle>: View {
    public typealias Body = Never
    @usableFromInline let style: Style

    @inlinable init(style: Style) { self.style = style }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.append(paint: view.style, to: &nodes)
    }
}

extension Resolution {
    /// Resolves a view and puts an effect around each of its nodes.
    @inlinable func surround<Modified: View>(_ view: Modified, into nodes: inout [ViewNode], _ effect: () -> ViewEffect?) {
        let start = nodes.count
        Modified._resolve(view, in: self, into: &nodes)
        guard start < nodes.count, let effect = effect() else { return }
        for index in start..<nodes.count { nodes[index].effects.append(effect) }
    }
}

public struct _BackgroundModifier<Background: View>: ViewModifier {
    public typealias Body = Never
    @usableFromInline let content: Background
    @usableFromInline let alignment: Alignment

    @inlinable init(content: Background, alignment: Alignment) {
        self.content = content
        self.alignment = alignment
    }

    @inlinable public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        resolution.surround(view, into: &nodes) {
            .background(resolution.node(of: modifier.content, stacked: .depth), modifier.alignment.node)
        }
    }
}

public struct _OverlayModifier<Overlay: View>: ViewModifier {
    public typealias Body = Never
    @usableFromInline let content: Overlay
    @usableFromInline let alignment: Alignment

    @inlinable init(content: Overlay, alignment: Alignment) {
        self.content = content
        self.alignment = alignment
    }

    @inlinable public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        resolution.surround(view, into: &nodes) {
            .overlay(resolution.node(of: modifier.content, stacked: .depth), modifier.alignment.node)
        }
    }
}

public struct _MaskModifier<Mask: View>: ViewModifier {
    public typealias Body = Never
    @usableFromInline let content: Mask
    @usableFromInline let alignment: Alignment

    @inlinable init(content: Mask, alignment: Alignment) {
        self.content = content
        self.alignment = alignment
    }

    @inlinable public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        resolution.surround(view, into: &nodes) {
            .mask(resolution.node(of: modifier.content, stacked: .depth), modifier.alignment.node)
        }
    }
}

/// The modifier of `clipShape(_:)`.
public struct _ClipModifier<Figure: Shape>: ViewModifier {
    public typealias Body = Never
    @usableFromInline let shape: Figure

    @inlinable init(shape: Figure) { self.shape = shape }

    @inlinable public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        resolution.surround(view, into: &nodes) { .clip(Figure._outline(modifier.shape, in: resolution)) }
    }
}

/// The modifier of `privacySensitive()`. It also hides the content if the environment asks for that.
public struct _PrivacyModifier: ViewModifier {
    public typealias Body = Never
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
    public typealias Body = Never
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
public struct _InvalidationModifier: ViewModifier {
    public typealias Body = Never
    @usableFromInline let isInvalidatable: Bool

    @inlinable init(isInvalidatable: Bool) { self.isInvalidatable = isInvalidatable }

    @inlinable public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        resolution.surround(view, into: &nodes) { modifier.isInvalidatable ? .invalidatable : nil }
    }
}
