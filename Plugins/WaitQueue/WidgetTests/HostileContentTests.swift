import LiveActivitySurfaces
import LiveActivityCore
import LiveActivityTesting
import LiveActivityWidgetTesting
import Testing
import WaitQueueActivity

@testable import WaitQueueWidget

/// A widget is shown whatever a push has brought, so it draws also what the provider would refuse.
@Test func drawsWhateverCanBeDecoded() throws {
    let provider = WaitQueueProvider()
    let widget = try WidgetReader(
        WaitQueueWidget.self, kind: provider.kind, attributes: WaitQueueAttributes.self, strings: WaitQueueWidget.strings)
    let attributes = try #require(provider.samples.attributes.first)
    var drawn = 0
    for content in HostileJSON.sampleContents(of: provider) {
        try HostileJSON.forEachVariation(of: content, named: "content of \(provider.kind)") { variation in
            guard let state = try? WireDecoder().decode(WaitQueueState.self, from: variation.value) else { return }
            drawn += 1
            _ = try widget.reading(
                attributes, state, at: Scenario.epoch + 600, locale: drawn.isMultiple(of: 2) ? "en_GB" : "ar_EG",
                on: [.lockScreenIPhone393, .expandedIPhone393])
        }
    }
    #expect(drawn > 50)
}
