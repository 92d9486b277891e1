#if Preview
import Foundation
import LiveActivityPreview
import LiveActivitySurfaces
import Testing

/// The background of a presentation: its tint, also if it resembles the screen's color.
@Suite struct GroundTests {
    /// The color in the middle of the card: red, green, blue, opacity.
    private func ground(_ surface: SizedSurface, tint: ResolvedColor, _ scheme: ColorScheme) throws -> [UInt8] {
        let presentation = Presentation(
            surface: surface, activity: ActivityID(rawValue: 0), kind: "specimen", revision: 1, isStale: false,
            parts: [.init(.content, ViewNode(.text(TextNode(runs: []))))], background: .tint(tint), controls: .work,
            isRightToLeft: false, isLuminanceReduced: false, isNightMode: false)
        let picture = Picture(presentation, colorScheme: scheme, at: Date(timeIntervalSinceReferenceDate: 0))
        let drawn = picture.pixels()
        let middle = (drawn.height / 2 * drawn.width + drawn.width / 2) * 4
        return try Array(#require(drawn.bytes.isEmpty ? nil : drawn.bytes[middle..<middle + 4]))
    }

    private let black = ResolvedColor(red: 0, green: 0, blue: 0)
    private let clear = ResolvedColor(red: 0, green: 0, blue: 0, opacity: 0)

    @Test(arguments: [ColorScheme.light, .dark]) func aBlackTintOfTheLockScreenIsBlack(scheme: ColorScheme) throws {
        #expect(try ground(.lockScreenIPhone393, tint: black, scheme) == [0, 0, 0, 255])
    }

    @Test func aClearTintShowsTheWallpaperAndInStandByTheBlackScreen() throws {
        #expect(try ground(.lockScreenIPhone393, tint: clear, .dark) != [0, 0, 0, 255])
        #expect(try ground(.standByFullScreen, tint: clear, .dark) == [0, 0, 0, 255])
    }
}
#endif
