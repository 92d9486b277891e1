import Foundation
import Testing

@testable import IOSProjects
@testable import PreviewRequests

/// The advice of `live-activities ios check` on projects that compile.
@Suite struct AdviceTests {
    private func advice(_ texts: String..., assets: AssetCatalog = AssetCatalog()) -> [String] {
        let files = texts.enumerated().map { SwiftFile(URL(filePath: "/project/\($0).swift"), $1) }
        let unit = IOSProject.Unit(name: "Widgets", role: .widgetExtension, files: files)
        return SetupFinding.advice(for: [unit], assets: assets).map { "\($0.target): \($0.message.prefix(39))" }
    }

    @Test func aWidgetWithoutASmallLayoutIsSaid() {
        let found = ["Widgets: CarPlay and Apple Watch show the two co"]
        #expect(advice("let a = ActivityConfiguration(for: A.self)") == found)
        #expect(advice("// supplementalActivityFamilies", "let a = ActivityConfiguration(for: A.self)") == found)
        #expect(advice("let a = ActivityConfiguration(for: A.self).supplementalActivityFamilies([.small])") == [])
        #expect(advice("let a = StaticConfiguration()") == [])
    }

    @Test func aButtonWhoseIntentIsPerformedInTheExtensionIsSaid() {
        let button = "let b = Button(intent: Pause(1)) {}"
        let found = ["Widgets: a button performs Pause in the widget e"]
        #expect(advice(button, "struct Pause: AppIntent { }") == found)
        #expect(advice(button, "struct Pause: LiveActivityIntent { }") == [])
        #expect(advice(button, "struct Pause: AppIntent { }; extension Pause: LiveActivityIntent {}") == [])
        #expect(advice(button, "struct Pause: AudioPlaybackIntent { }") == [])
        #expect(advice(button, "struct Pause: AppIntent { static let openAppWhenRun = true }") == [])
        #expect(advice(button, "// struct Pause: AppIntent { }") == [], "an intent of another package")
        #expect(advice("struct Pause: AppIntent { }") == [], "no button performs it")
    }

    /// With four bytes per pixel, the limit of 30,000,000 bytes is reached by 3,000 x 2,500 pixels.
    @Test(arguments: [(3_000, 2_500, false), (3_000, 2_501, true), (0, 0, false)])
    func anImageThatNeedsMoreThanAnExtensionHasIsSaid(width: UInt16, height: UInt16, isSaid: Bool) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        func bytes(_ number: UInt16) -> [UInt8] { [0, 0, UInt8(number >> 8), UInt8(number & 255)] }
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        try Data(signature + bytes(width) + bytes(height)).write(to: file)
        var assets = AssetCatalog()
        assets.images["map"] = .init(file: file.path, scale: 1)
        #expect(advice(assets: assets) == (isSaid ? ["map: 3000 x 2501 pixels need 30 MB of memory"] : []))
    }
}
