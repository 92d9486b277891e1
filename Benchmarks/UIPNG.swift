#if Preview
import DeliveryActivity
import DeliveryWidget
import Foundation
import LiveActivityPreview
import LiveActivitySurfaces

extension Benchmark {
    static let uiPNG = Benchmark(
        name: "ui-png", summary: "a delivery's Lock Screen card resolved, laid out and drawn to PNG at 3x, and its parts apart"
    ) {
        var widgets = ActivityWidgets()
        try widgets.register(
            DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self, strings: DeliveryWidget.strings)
        let now = Date(timeIntervalSinceReferenceDate: 803_667_600)
        var environment = EnvironmentValues()
        environment.now = now
        environment.locale = Locale(identifier: "en_US")
        environment.textMeasuring = PangoTextMeasuring()
        let provider = DeliveryProvider()
        let attributes = DeliveryAttributes(orderNumber: 42, restaurantName: "Pizzeria Lucia")
        let content = try provider.content(for: attributes, at: now)
        func presentation() throws -> Presentation {
            try widgets.present(attributes, content, kind: "delivery", on: .lockScreenIPhone393, environment: environment)
        }

        // Drawn once before the measurement, because a process looks up its fonts only once.
        let first = try seconds { _ = Picture(try presentation(), isFramed: false, at: now).png(scale: 3) }
        var (wholes, layouts, drawings, encodings): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        var bytes = 0
        for _ in 0..<60 {
            let shown = try presentation()
            wholes.append(try seconds { bytes = Picture(try presentation(), isFramed: false, at: now).png(scale: 3).count })
            layouts.append(seconds { _ = Picture(shown, isFramed: false, at: now) })
            let parts = Picture(shown, isFramed: false, at: now).pngAndTimes(scale: 3)
            drawings.append(parts.drawing / .seconds(1))
            encodings.append(parts.encoding / .seconds(1))
        }
        return [
            Figure("ui-png", wholes.median * 1e3, "ms", .lowerIsBetter),
            Figure("ui-png-layout", layouts.median * 1e3, "ms", .lowerIsBetter),
            Figure("ui-png-draw", drawings.median * 1e3, "ms", .lowerIsBetter),
            Figure("ui-png-encode", encodings.median * 1e3, "ms", .lowerIsBetter),
            Figure("ui-png-first", first * 1e3, "ms", .lowerIsBetter),
            Figure("ui-png-size", Double(bytes), "bytes", .lowerIsBetter),
        ]
    }
}
#endif
