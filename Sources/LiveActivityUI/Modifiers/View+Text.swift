nonisolated extension View {
    public func font(_ font: Font?) -> ModifiedContent<Self, _EnvironmentModifier<Font?>> { environment(\.font, font) }

    public func lineLimit(_ number: Int?) -> ModifiedContent<Self, _EnvironmentModifier<Int?>> {
        environment(\.lineLimit, number)
    }

    public func multilineTextAlignment(_ alignment: TextAlignment)
        -> ModifiedContent<Self, _EnvironmentModifier<TextAlignment>>
    { environment(\.multilineTextAlignment, alignment) }
}
