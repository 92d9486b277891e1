import Foundation
import IOSProjects

/// The checkout of swift-live-activities that this command was built in, or is called in.
enum Checkout {
    /// - Parameter path: A folder, relative to the current one.
    static func folder(_ path: String) throws(IOSProjectError) -> URL {
        let folder = URL(filePath: path).standardizedFileURL
        guard isCheckout(folder) else { throw .noPackage(folder) }
        return folder
    }

    static func found() throws(IOSProjectError) -> URL {
        let current = FileManager.default.currentDirectoryPath
        guard let folder = around(Bundle.main.executableURL, current: current) else { throw .noPackage(nil) }
        return folder
    }

    /// The checkout that contains a program. An installed program is in none: then the checkout that contains the current
    /// folder; `nil` if there is none either.
    static func around(_ program: URL?, current: String) -> URL? {
        above(program) ?? above(URL(filePath: current).appending(path: "file"))
    }

    /// The checkout that contains a file; `nil` if there is none.
    static func above(_ file: URL?) -> URL? {
        guard var place = file?.resolvingSymlinksInPath() else { return nil }
        while place.path != "/" {
            place.deleteLastPathComponent()
            if isCheckout(place) { return place }
        }
        return nil
    }

    static func isCheckout(_ folder: URL) -> Bool {
        let manifest = try? String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
        return manifest?.contains(#"name: "swift-live-activities""#) == true
    }
}
