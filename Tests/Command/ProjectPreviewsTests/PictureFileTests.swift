#if Preview
import Foundation
import LiveActivityUI
import SwiftUI
import Testing

@testable import ProjectPreviews

@Suite struct PictureFileTests {
    /// A symbol as exported by the app SF Symbols, with one of its parts. The rest of the file contains notes and guides.
    private func symbol(_ part: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="3300" height="2200">
          <g id="Notes"><rect width="3300" height="2200" fill="white"/></g>
          <g id="Symbols"><g id="\(part)" transform="translate(1400 700)"><rect width="100" height="50"/></g></g>
        </svg>
        """
    }

    private func size(_ symbol: NamedImage, _ view: some View) throws -> CGSize {
        var environment = EnvironmentValues()
        environment.namedImages["mark"] = symbol
        let node = try ViewNode(resolving: view, in: environment)
        return sizeThatFits(.unspecified, node, measuring: ApproximateTextMeasuring(), at: environment.now)
    }

    @Test func aSymbolOfAnAppGrowsWithTheFont() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func made(_ part: String) throws -> NamedImage? {
            let file = folder.appending(path: "\(part).svg")
            try Data(symbol(part).utf8).write(to: file)
            return PictureFile.symbol(file.path, reports: false)
        }
        // 100 points wide at a font size of 100 points.
        let medium = try #require(try made("Regular-M"))
        #expect(try size(medium, Image("mark").font(.system(size: 20))) == CGSize(width: 20, height: 10))
        #expect(try size(medium, Image("mark").font(.system(size: 40))) == CGSize(width: 40, height: 20))
        #expect(try size(medium, Image("mark").font(.system(size: 20)).imageScale(.large)).width == 24)
        let small = try #require(try made("Regular-S"))
        let width = try size(small, Image("mark").font(.system(size: 79))).width
        #expect(abs(width - 100) < 0.001)
        #expect(medium.isTemplate)
        // A file that is not a symbol, and a file that does not exist.
        #expect(try made("Layer") == nil)
        #expect(PictureFile.symbol("", reports: false) == nil)
    }

    /// Of 20 by 10 and of 2,048 by 16 pixels. The converter would make both 1,024 pixels wide.
    @Test(arguments: [
        (
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+"
                + "b9//j/wAALCAAKABQBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AAA//2Q==",
            CGSize(width: 10, height: 5)
        ),
        (
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+"
                + "b9//j/wAALCAAQCAABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8A"
                + String(repeating: "A", count: 170) + "D/2Q==",
            CGSize(width: 1_024, height: 8)
        ),
    ])
    func aPhotoHasTheSizeOfItsPixels(bytes: String, expected: CGSize) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")
        try #require(Data(base64Encoded: bytes)).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (png, pixels) = try #require(PictureFile.png(file.path, scale: 2, reports: false))
        #expect(try size(NamedImage(png: png, pixelsPerPoint: pixels), Image("mark")) == expected)
    }
}
#endif
