/// Sets what text, images and shapes are painted with.
nonisolated public struct _ForegroundModifier: ViewModifier {
    public typealias Body = Never
    /// Empty for the default.
    let styles: [any ShapeStyle]

    public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        let outer = resolution.environment.foreground
        resolution.environment.foreground = modifier.styles.isEmpty ? nil : Foreground(modifier.styles, over: outer)
        Modified._resolve(view, in: resolution, into: &nodes)
        resolution.environment.foreground = outer
    }
}

nonisolated extension View {
    public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> ModifiedContent<Self, _ForegroundModifier> {
        modifier(_ForegroundModifier(styles: [style]))
    }

    public func foregroundStyle<First: ShapeStyle, Second: ShapeStyle>(_ primary: First, _ secondary: Second)
        -> ModifiedContent<Self, _ForegroundModifier>
    { modifier(_ForegroundModifier(styles: [primary, secondary])) }

    public func foregroundStyle<First: ShapeStyle, Second: ShapeStyle, Third: ShapeStyle>(
        _ primary: First, _ secondary: Second, _ tertiary: Third
    ) -> ModifiedContent<Self, _ForegroundModifier> { modifier(_ForegroundModifier(styles: [primary, secondary, tertiary])) }

    public func foregroundColor(_ color: Color?) -> ModifiedContent<Self, _ForegroundModifier> {
        modifier(_ForegroundModifier(styles: color.map { [$0] } ?? []))
    }
}
