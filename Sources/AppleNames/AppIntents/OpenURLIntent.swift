public import Foundation
public import LiveActivityUI

/// Opens a URL. Nothing opens one here.
public struct OpenURLIntent: AppIntent {
    public static let title: LocalizedStringResource = "Open URL"
    public var url: URL

    public init() { url = URL(filePath: "/") }
    public init(_ url: URL) { self.url = url }
    public func perform() async throws -> some IntentResult { .result() }
}
