#if Preview
import LiveActivityViewTree
import Testing

@testable import LiveActivityPreview

/// External SVG icons give a path or none, and never crash.
@Suite struct SVGIconTests {
    private func path(_ data: String) -> [ShapeNode.PathElement]? { SVGIcon.path(in: "<path d=\"\(data)\">", side: 16) }

    @Test func numbersAreTakenUpToAMillion() {
        #expect(path("M0 0L1000000 -1000000") == [.move(x: 0, y: 0), .line(x: 62_500, y: -62_500)])
        #expect(path("M0 0L1000001 0") == nil)
        #expect(path("M1e999 0L0 0") == nil)
    }

    /// Found by the fuzzer after 16 million inputs: the arc's angle was not a number.
    @Test func anArcFromFarAwayIsNone() {
        #expect(path("M\(String(repeating: "6", count: 90)) 15A7 7 0 1 1 8 1") == nil)
    }

    @Test func anArcWithoutASizeIsALine() {
        #expect(path("M0 0A1e-200 1e-200 0 1 1 1e-200 0") != nil)
        #expect(path("M0 0A0 5 0 1 1 8 8") == [.move(x: 0, y: 0), .line(x: 0.5, y: 0.5)])
    }
}
#endif
