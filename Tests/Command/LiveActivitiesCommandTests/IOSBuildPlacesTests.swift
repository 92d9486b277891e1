import Foundation
import Testing

@testable import LiveActivitiesCommand

@Suite struct IOSBuildPlacesTests {
    @Test func eachPathHasAFolderOfItsOwn() {
        let paths = ["/a/b-c", "/a-b/c", "/a/b/c", "/a/c", "/" + String(repeating: "long", count: 60)]
        let folders = paths.map { IOSBuildPlaces.cache(for: URL(filePath: $0)) }
        #expect(Set(folders).count == paths.count)
        #expect(folders[0].lastPathComponent == "b-c-af6d5e6e350b4b90", "the same in each run")
        #expect(folders.allSatisfy { $0.lastPathComponent.utf8.count < 100 })
    }
}
