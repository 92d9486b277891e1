import Foundation
import Testing

/// The code in the README equals the code that `Examples` compiles and runs.
@Suite struct ReadmeTests {
    @Test(arguments: ["Examples/FirstActivity/Orders.swift", "Examples/FirstPlugin/ParkingProvider.swift"])
    func showsTheExamplesAsTheyStand(example: String) throws {
        let package = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
        let readme = try String(contentsOf: package.appendingPathComponent("README.md"), encoding: .utf8)
        let code = try String(contentsOf: package.appendingPathComponent(example), encoding: .utf8)
        #expect(readme.contains("```swift\n\(code)```"), "README.md shows another \(example)")
    }
}
