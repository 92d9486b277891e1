import Testing

@testable import IOSProjects

@Suite struct SymbolPropertiesTests {
    @Test func aPropertyThatIsShownAsASymbolIsFound() {
        let found = SymbolProperties.all(in: [
            """
            Image(systemName: context.state.glyph)
            Label(title, systemImage: state.kind?.badge).font(.body)
            Image(systemName: "star"); Image(systemName: isOn ? "a" : "b")
            ForEach(context.attributes.items, id: \\.self) { item in Image(systemName: item) }
            ForEach(context.attributes.names, id: \\.self) { name in Text(name) }
            """, "Text(systemNames)",
        ])
        #expect(found == ["glyph", "badge", "item", "items"])
    }
}
