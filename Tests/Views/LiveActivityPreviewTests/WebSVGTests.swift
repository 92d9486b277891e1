#if Preview
import Foundation
import LiveActivityPreview
import LiveActivitySurfaces
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Pictures as SVG for a page. Scripts/test-browser compares their appearance with the others in a browser.
@Suite struct WebSVGTests {
    private let now = Specimen.now

    private func svg(_ node: ViewNode) -> String {
        Picture(node, size: CGSize(width: 200, height: 60), at: now).webSVG()
    }

    private func text(_ content: TextRun.Content, locale: String = "en") -> ViewNode {
        let run = TextRun(content, font: ResolvedFont(size: 15), paint: .color(ResolvedColor(red: 0, green: 0, blue: 0)))
        return ViewNode(.text(TextNode(runs: [run], locale: locale)))
    }

    @Test func everySpecimenIsWellFormedAndEqualForEqualTrees() {
        for specimen in Specimen.all {
            let svg = specimen.picture.webSVG()
            #expect(svg == specimen.picture.webSVG(), "\(specimen.name)")
            #expect(XMLParser(data: Data(svg.utf8)).parse(), "\(specimen.name)")
            #expect(!svg.contains("style=") && !svg.contains("<script"), "\(specimen.name): a strict page would not show it")
        }
    }

    @Test func textOfAUserStaysText() {
        let svg = svg(text(.string("</text><script>alert(\"1\")</script>&\u{0}\u{1B}")))
        // The text needs two lines.
        #expect(svg.contains(">&lt;/text&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/</text>"))
        #expect(svg.contains(">script&gt;&amp;\u{FFFD}\u{FFFD}</text>"))
        #expect(XMLParser(data: Data(svg.utf8)).parse())
    }

    @Test func aTimerHasItsRuleAndAPausedOneSaysWhenItWasPaused() {
        let range = now...now + 300
        let running = svg(text(.timer(range, pauseTime: nil, countsDown: true, showsHours: true)))
        let from = Int(now.timeIntervalSince1970)
        #expect(
            running.contains(
                #"data-clock="timer" data-from="\#(from)" data-to="\#(from + 300)" data-down="" data-hours="">5:00</text>"#))
        let paused = svg(text(.timer(range, pauseTime: now + 60, countsDown: true, showsHours: true)))
        #expect(paused.contains(#"data-paused="\#(from + 60)""#) && paused.contains(">4:00</text>"))
        // A clock must not be stretched to the width of its first text.
        #expect(!running.contains("textLength"))
    }

    @Test func anArabicTimerNamesItsZeroAndRunsFromTheRight() {
        let svg = svg(text(.timer(now...now + 300, pauseTime: nil, countsDown: true, showsHours: true), locale: "ar-EG"))
        #expect(svg.contains(#"data-zero="٠">٥:٠٠"#))
        #expect(self.svg(text(.string("قيد التحضير"), locale: "ar")).contains(#"direction="rtl""#))
    }

    @Test func aTextThatDoesNotFitIsCutWhereThePictureCutsIt() {
        var node = text(.string("A sentence that is much too long for the width that it was given here"))
        guard case .text(var long) = node.content else { return }
        long.lineLimit = 1
        node.content = .text(long)
        let shown = svg(node)
        #expect(shown.contains("A sentence that is") && shown.contains("…</text>"))
        #expect(!shown.contains("given here"))
    }

    @Test func aControlThatWorksHasItsActionARoleAndAName() {
        func button(isEnabled: Bool) -> ViewNode {
            ViewNode(
                .control(
                    ControlNode(
                        kind: .button(action: "pause"), isEnabled: isEnabled,
                        tint: .color(ResolvedColor(red: 0, green: 0, blue: 1)), label: text(.string("Pause")))))
        }
        #expect(
            svg(button(isEnabled: true)).contains(
                #"<g role="button" tabindex="0" data-action="pause" aria-label="Pause">"#))
        #expect(!svg(button(isEnabled: false)).contains("data-action"))
    }

    @Test func aProgressOverAnIntervalFillsByItself() {
        let paint = Paint.color(ResolvedColor(red: 0, green: 0, blue: 1))
        let progress = ProgressNode(
            style: .linear, value: .interval(now...now + 100, countsDown: false), tint: paint, track: paint)
        let shown = svg(ViewNode(.progress(progress)))
        let from = Int(now.timeIntervalSince1970)
        #expect(shown.contains(#"data-from="\#(from)" data-to="\#(from + 100)" data-bar="200""#))
    }

    /// Sizes that no app should use.
    @Test(arguments: [Double.nan, .infinity, -5, 1e9]) func nothingStopsAPicture(length: Double) {
        let effects: [ViewEffect] = [
            .shadow(ResolvedColor(red: length, green: 0, blue: 0), radius: length, x: length, y: length), .blur(radius: length),
            .rotation(degrees: length, anchor: UnitPointNode(x: length, y: length)),
            .scale(x: length, y: length, anchor: UnitPointNode(x: 0, y: 0)), .opacity(length), .saturation(length),
        ]
        for effect in effects {
            let svg = svg(text(.string("abc")).effect(effect))
            #expect(XMLParser(data: Data(svg.utf8)).parse() && !svg.contains("nan") && !svg.contains("inf"), "\(effect)")
        }
    }
}
#endif
