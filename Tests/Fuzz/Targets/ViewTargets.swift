import DeliveryActivity
import DeliveryWidget
import Foundation
import LiveActivityCore
import LiveActivitySurfaces
import LiveActivityUI
import LiveActivityViewTree
import MeditationTimerActivity
import MeditationTimerWidget
import SportsActivity
import SportsWidget
import WaitQueueActivity
import WaitQueueWidget

@testable import LiveActivityPreview

extension FuzzTarget {
    /// String catalogs, `.xcstrings`.
    static let catalog = FuzzTarget(name: "strings", format: .json, seeds: { catalogs }) {
        let locales = ["en", "de_DE", "ar", "pl"].map(Locale.init(identifier:))
        let arguments: [TextArgument] = [1, 2, 5, 21].map { .integer($0) } + [.string("x")]
        return { text in
            guard let catalog = try? StringCatalog(parsing: Array(text)) else { return }
            for key in catalog.keys.sorted().prefix(8) {
                for locale in locales { _ = catalog.text(for: key, arguments: arguments, locale: locale) }
            }
        }
    }

    private static let catalogs = [
        #"{"sourceLanguage":"en","version":"1.0","strings":{"%lld stops":{"localizations":{"en":{"variations":{"plural":{"one":{"stringUnit":{"state":"translated","value":"%lld stop"}},"other":{"stringUnit":{"state":"translated","value":"%lld stops"}}}}},"de":{"stringUnit":{"state":"translated","value":"%1$lld Halte, %2$@"}}}}}}"#,
        #"{"sourceLanguage":"en","version":"1.0","strings":{"%lld in %lld":{"localizations":{"pl":{"stringUnit":{"state":"translated","value":"%#@a@ %#@b@"},"substitutions":{"a":{"argNum":1,"formatSpecifier":"lld","variations":{"plural":{"few":{"stringUnit":{"state":"translated","value":"%arg z"}},"other":{"stringUnit":{"state":"translated","value":"%arg"}}}}}}}}}}}"#,
    ].map { Array($0.utf8) }

    /// View trees as JSON: laid out, written and read again.
    static let viewTree = FuzzTarget(
        name: "view-tree", format: .json,
        seeds: { presentations().flatMap(\.parts).map { part in must("a tree") { try WireEncoder().encode(part.node) } } }
    ) {
        let decoder = WireDecoder()
        let encoder = WireEncoder()
        return { text in
            guard let node = try? decoder.decode(ViewNode.self, from: text) else { return }
            let written = must("a tree as JSON") { try encoder.encode(node) }
            let again = must("a tree is read again") { try WireDecoder(limits: .stored).decode(ViewNode.self, from: written) }
            require(again == node, "another tree")
            _ = layout(
                node, in: CGSize(width: 360, height: 160), measuring: ApproximateTextMeasuring(), at: Samples.epoch)
        }
    }

    /// Attributes and content as the widgets show them.
    static let widgets = FuzzTarget(
        name: "widgets", format: .json,
        seeds: { activities.map { activity in must("an activity") { try WireEncoder().encode(activity) } } }
    ) {
        let widgets = allWidgets()
        let decoder = WireDecoder()
        var environment = EnvironmentValues()
        environment.now = Samples.epoch
        return { text in
            guard let activity = try? decoder.decode(ShownActivity.self, from: text),
                let presentations = try? widgets.present(
                    activity, on: [.lockScreenIPhone393, .expandedIPhone393, .compactIPhone393], environment: environment)
            else { return }
            for part in presentations.flatMap(\.parts) {
                _ = must("a tree as JSON") { try WireEncoder().encode(part.node) }
                _ = layout(
                    part.node, in: CGSize(width: 360, height: 160), measuring: ApproximateTextMeasuring(), at: Samples.epoch)
            }
        }
    }

    /// Symbols as SVG icons.
    static let svg = FuzzTarget(
        name: "svg",
        seeds: {
            [
                #"<svg viewBox="0 0 16 16"><path d="M8 15A7 7 0 1 1 8 1a7 7 0 0 1 0 14m0 1A8 8 0 1 0 8 0v16z"/><circle cx="8" cy="8" r="2"/></svg>"#,
                #"<path d="m1,2l-3.5.5h4v-1c1 2 3 4 5 6s1 2 3 4q1 2 3 4t5 6z"/>"#,
            ].map { Array($0.utf8) }
        }
    ) {
        { text in
            for element in SVGIcon.path(in: String(decoding: text, as: UTF8.self), side: 16) ?? [] { _ = element }
        }
    }

    /// PNG images of a widget's assets.
    static let png = FuzzTarget(
        name: "png", seeds: { [PNG.encode(straight: Array(repeating: 200, count: 4 * 6), width: 3, height: 2)] }
    ) {
        { bytes in
            _ = PNGHeader(Array(bytes))
            _ = JPEGHeader(Array(bytes))
            _ = PNG.decode(Array(bytes))
        }
    }

    private static func allWidgets() -> ActivityWidgets {
        var widgets = ActivityWidgets()
        must("widgets") {
            try widgets.register(
                DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self, strings: DeliveryWidget.strings)
            try widgets.register(
                MeditationTimerWidget.self, kind: "meditationTimer", attributes: MeditationTimerAttributes.self,
                strings: MeditationTimerWidget.strings)
            try widgets.register(
                SportsWidget.self, kind: "sports", attributes: SportsAttributes.self, strings: SportsWidget.strings)
            try widgets.register(
                WaitQueueWidget.self, kind: "waitQueue", attributes: WaitQueueAttributes.self, strings: WaitQueueWidget.strings)
        }
        return widgets
    }

    private static var activities: [ShownActivity] {
        Samples.snapshot.kinds.flatMap { kind in kind.activities.map { ShownActivity($0, kind: kind.kind) } }
    }

    private static func presentations() -> [Presentation] {
        let widgets = allWidgets()
        var environment = EnvironmentValues()
        environment.now = Samples.epoch
        return activities.flatMap { activity in
            must("a presentation") {
                try widgets.present(activity, on: [.lockScreenIPhone393, .compactIPhone393], environment: environment)
            }
        }
    }
}
