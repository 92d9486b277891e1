// Formats and attributes of texts, and small names of UIKit that widgets share with their apps.
import AppIntents
import Foundation
import LiveActivityUI
import SwiftUI
import Testing
import WidgetKit

@Suite struct FormatTests {
    private func runs(_ text: Text) throws -> [TextRun] {
        let node = try ViewNode(resolving: text, in: EnvironmentValues())
        return if case .text(let text) = node.content { text.runs } else { [] }
    }

    @Test func aStopwatchAndATimerUpdateThemselves() throws {
        let start = Date(timeIntervalSince1970: 1_000)
        let watch = try runs(Text(.currentDate, format: .stopwatch(startingAt: start, showsHours: false)))
        #expect(
            watch.map(\.content) == [
                .timer(start...Date.distantFuture, pauseTime: nil, countsDown: false, showsHours: false)
            ])
        let timer = try runs(Text(.currentDate, format: .timer(countingDownIn: start..<start + 60)))
        #expect(timer.map(\.content) == [.timer(start...(start + 60), pauseTime: nil, countsDown: true, showsHours: true)])
        let offset = try runs(Text(.currentDate, format: .offset(to: start)))
        #expect(offset.map(\.content) == [.date(start, style: .offset)])
        #expect(String(SystemFormatStyle.Timer(countingDownIn: start..<start + 60).format(start + 1).characters) == "0:59")
        #expect(String(SystemFormatStyle.Stopwatch(startingAt: start).format(start + 3_661).characters) == "1:01:01")
    }

    @Test func aRangeOfDatesHasWords() {
        let start = Date(timeIntervalSince1970: 0)
        let style = DateRangeFormatStyle(style: .narrow, fields: [.hour, .minute]).locale(Locale(identifier: "en_US"))
        #expect(style.format(start..<start + 5_400) == "1h 30m")
    }

    @Test func theAttributesOfAStringAreDrawn() throws {
        var string = AttributedString("a")
        string.foregroundColor = .red
        string.font = .title
        string.underlineStyle = .single
        var bold = AttributedString("b")
        bold.inlinePresentationIntent = .stronglyEmphasized
        let found = try runs(Text(string + bold + AttributedString("c")))
        let expected =
            try runs(Text("a").foregroundColor(.red).font(.title).underline()) + runs(Text("b").bold()) + runs(Text("c"))
        #expect(found == expected)
    }

    @Test func markdownHasEmphasisCodeAndLinks() throws {
        func parts(_ text: String) throws -> [String] {
            let string = try AttributedString(markdown: text)
            return string.runs.map { run in
                let intent = run.inlinePresentationIntent?.rawValue ?? 0
                return "\(String(string.characters[run.range])) \(intent)\(run.link.map { " \($0)" } ?? "")"
            }
        }
        #expect(try parts("a **b** *c* `d*` ~~e~~") == ["a  0", "b 2", "  0", "c 1", "  0", "d* 4", "  0", "e 32"])
        #expect(try parts("**a *b***") == ["a  2", "b 3"])
        #expect(try parts("[a](https://example.com) snake_case_word") == ["a 0 https://example.com", " snake_case_word 0"])
        #expect(try parts("2 * 3 * 4 \\*a**") == ["2 * 3 * 4 *a** 0"])
        #expect(try parts("") == [])
    }

    @Test func rectanglesAreWrittenAsUIKitWritesThem() {
        #expect(NSCoder.string(for: CGSize(width: 120, height: 40.5)) == "{120, 40.5}")
        #expect(NSCoder.cgRect(for: "{{1, 2}, {3, 4.5}}") == CGRect(x: 1, y: 2, width: 3, height: 4.5))
        #expect(NSCoder.cgSize(for: "x") == .zero)
    }

    @Test func aColorHasADescription() {
        #expect(Color(red: 1, green: 0.5, blue: 0).description == "#FF8000FF")
        var (hue, saturation, brightness): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        UIColor(hue: 0.25, saturation: 0.5, brightness: 0.8, alpha: 1).getHue(
            &hue, saturation: &saturation, brightness: &brightness, alpha: nil)
        #expect(abs(hue - 0.25) < 0.01 && abs(saturation - 0.5) < 0.01 && abs(brightness - 0.8) < 0.01)
    }

    @Test func partsOfPathsAndPhasesAreDrawn() throws {
        let line = Path { path in
            path.move(to: .zero)
            path.addLine(to: CGPoint(x: 10, y: 0))
        }
        #expect(line.trimmedPath(from: 0.2, to: 0.5).boundingRect == CGRect(x: 2, y: 0, width: 3, height: 0))
        let phases = PhaseAnimator([1, 2]) { phase in Text(verbatim: "\(phase)") }
        #expect(
            try ViewNode(resolving: phases, in: EnvironmentValues())
                == ViewNode(resolving: Text(verbatim: "1"), in: EnvironmentValues()))
    }

    @Test func anEntryOfTheEnvironmentHasItsDefault() {
        var values = EnvironmentValues()
        #expect(values.slices == 8 && values.topping == nil && values.crust == "thin")
        (values.slices, values.topping) = (6, "basil")
        #expect(values.slices == 6 && values.topping == "basil")
    }

    @Test func theElementsOfABindingAreBindings() throws {
        let rows = ForEach(Binding.constant(["a", "b"]), id: \.self) { $name in Text(verbatim: $name.wrappedValue) }
        let node = try ViewNode(resolving: HStack { rows }, in: EnvironmentValues())
        let expected = HStack {
            Text(verbatim: "a")
            Text(verbatim: "b")
        }
        #expect(try node == ViewNode(resolving: expected, in: EnvironmentValues()))
    }

    @Test func aSessionFulfilsAnAppsOwnProtocol() {
        let loader: any Loader = URLSession.shared
        #expect(loader is URLSession)
    }

    @Test func measurementsAndListsAreWritten() {
        let formatter = MeasurementFormatter()
        #expect(formatter.string(from: Measurement(value: 5, unit: UnitLength.kilometers)) == "5 km")
        #expect(ListFormatter.localizedString(byJoining: ["a", "b"]).contains("a"))
    }
}

extension EnvironmentValues {
    @Entry fileprivate var slices: Int = 8
    @Entry fileprivate var topping: String?
    @Entry fileprivate var crust = "thin"
}

/// The part of a session that an app replaces in its tests.
private protocol Loader { func data(for request: URLRequest) async throws -> (Data, URLResponse) }
extension URLSession: Loader {}
