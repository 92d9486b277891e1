#if Preview
import Foundation
import LiveActivitySurfaces
import Testing

@testable import LiveActivityPreview

/// The memory that a process keeps for texts that it may draw again.
@Suite struct TextCacheTests {
    /// A server that draws the texts of many users keeps the layouts of few long ones.
    @Test func theMemoryOfLaidOutTextsIsBounded() {
        let counts = FontMap.use { map in
            func count(after texts: Int, of length: Int) -> Int {
                (map.layouts, map.layoutBytes) = ([:], 0)
                for number in 0..<texts {
                    let run = TextRun(
                        .string("\(number) " + String(repeating: "long ", count: length / 5)), font: ResolvedFont(size: 12),
                        paint: .orange)
                    _ = map.set(
                        LayoutKey(text: TextNode(runs: [run]), now: Specimen.now, scale: 1, width: nil, lines: nil))
                }
                return map.layouts.count
            }
            return (short: count(after: 1_000, of: 20), long: count(after: 1_000, of: 3_000))
        }
        #expect(counts.short == 1_000)
        #expect(counts.long < 200)
    }
}
#endif
