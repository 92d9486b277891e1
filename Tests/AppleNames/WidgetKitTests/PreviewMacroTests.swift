import Foundation
import Testing

/// `PreviewMacros` implements the compiler's plugin protocol itself. The toolchain has its own plugin, whose protocol version
/// is compared.
@Suite(.timeLimit(.minutes(5))) struct PreviewMacroTests {
    private struct Answer: Decodable {
        struct Result: Decodable {
            struct Capability: Decodable { var protocolVersion: Int }
            var capability: Capability
        }
        var getCapabilityResult: Result
    }

    @Test func theMacroSpeaksTheProtocolOfTheToolchain() throws {
        let macro = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "PreviewMacros-tool")
        let server = try #require(Self.pluginServer, "no swift-plugin-server beside the swift in PATH")
        #expect(try version(of: macro) == version(of: server))
    }

    /// Requests a plugin's capabilities. A message follows its length, a little-endian 64-bit integer.
    private func version(of plugin: URL) throws -> Int {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = plugin
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let question = Data(#"{"getCapability":{"capability":{"protocolVersion":7}}}"#.utf8)
        var message = withUnsafeBytes(of: UInt64(question.count).littleEndian) { Data($0) }
        message.append(question)
        try input.fileHandleForWriting.write(contentsOf: message)
        try input.fileHandleForWriting.close()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(Answer.self, from: answer.dropFirst(8)).getCapabilityResult.capability.protocolVersion
    }

    private static var pluginServer: URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
            URL(filePath: String($0))
        }
        return folders.lazy.map { $0.appending(path: "swift").resolvingSymlinksInPath().deletingLastPathComponent() }
            .map { $0.appending(path: "swift-plugin-server") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
