import Foundation
import Testing

/// `Plugins/README.md` shows the files of this folder. They must be the same.
@Test(arguments: [
    "Sources/Parking.swift", "Tests/ParkingTests.swift", "Widget/ParkingWidget.swift", "Widget/Localizable.xcstrings",
    "WidgetTests/ParkingWidgetTests.swift",
])
func readmeShowsThisFile(path: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: folder.appending(path: "../../Plugins/README.md").standardized, encoding: .utf8)
    let file = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    #expect(readme.contains("```\(path.hasSuffix("swift") ? "swift" : "json")\n\(file)```"))
}
