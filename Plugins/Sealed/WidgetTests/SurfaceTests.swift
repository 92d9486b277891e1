import LiveActivityCore
import LiveActivitySurfaces
import LiveActivityTesting
import LiveActivityWidgetTesting
import SealedActivity
import Testing

@testable import SealedWidget

@Suite struct SurfaceTests {
    private let widget: WidgetReader<SealedAttributes>
    private let attributes = SealedAttributes(title: "Food", stream: "order-42")

    init() throws {
        widget = try WidgetReader(
            SealedWidget.self, kind: "sealed", attributes: SealedAttributes.self, strings: SealedWidget.strings)
    }

    @Test func aScreenShowsThatTheContentIsSealed() throws {
        let read = try widget.reading(attributes, SealedState(sequence: 1, box: "AQID"), at: Scenario.epoch)
        #expect(
            read == """
                lockScreen: (lock.fill) | Food | Only your devices can read it
                compact: (lock.fill) | Sealed
                minimal: (lock.fill)
                expanded: (lock.fill) | Food | Only your devices can read it
                smartStack: (lock.fill) | Food | Only your devices can read it
                """)
        let empty = try widget.reading(attributes, SealedState(), at: Scenario.epoch, locale: "de_DE")
        #expect(empty.hasPrefix("lockScreen: (lock.fill) | Food | Noch kein Inhalt\n"))
    }

    @Test func everyTextIsThereInEveryLanguage() throws {
        let strings = try StringCatalog(parsing: PackageResources.Localizable_xcstrings)
        #expect(strings.languages == ["en"] + ["ar", "de", "es", "fr", "he", "ja", "ko", "pt-BR", "zh-Hans"])
        #expect(strings.gaps(in: strings.languages) == [])
    }

    @Test func drawsWhateverCanBeDecoded() throws {
        #expect(try widget.drawHostileContents(of: SealedProvider()) > 10)
    }
}
