#if Push && SQLite
import Foundation
import LiveActivityPushTesting

/// Serves until standard input ends, or until it is killed where that is a terminal. Appends the payload of each accepted push
/// to `pushes` as a line.
///
/// A folder of an earlier run keeps its authority, key and port, so that clients survive a restart.
///
/// - Parameter count: The number of tokens of devices, each a line of `tokens`. The first is also in `token`.
func serve(into folder: URL, host: String, count: Int) throws {
    let pushes = folder.appendingPathComponent("pushes")
    try Data().write(to: pushes)
    let written = try FileHandle(forWritingTo: pushes)
    func read(_ name: String) -> String? { try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) }
    let signer = try read("key.p8").map { try ProviderSigner(p8: $0) } ?? ProviderSigner()
    let authority = folder.appendingPathComponent("authority.pem").path
    let tokens = (0..<max(count, 1)).map { String(repeating: "ab", count: 28) + String(format: "%08x", 0xabab_abab + $0) }
    // One thread serves all connections, so lines are not interleaved.
    let server = try APNSServer(
        host: host, port: read("port").flatMap { Int($0) } ?? 0, authorityFile: authority,
        onDelivery: { written.write(Data($0.body + [UInt8(ascii: "\n")])) }
    ) { model in
        model.register(signer.key)
        for token in tokens { model.register(token, RegisteredToken(bundle: "com.example.food")) }
    }
    defer { server.shutdown() }
    func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
    }
    try write(server.authorityPEM, "ca.pem")
    try write(signer.p8, "key.p8")
    try write(signer.token(at: Date()), "jwt")
    try write(tokens[0], "token")
    try write(tokens.joined(separator: "\n"), "tokens")
    // Written last, as other processes wait for this file.
    try write("\(server.port)", "port")
    // A job in the background that reads from its terminal is stopped by the system.
    while isatty(STDIN_FILENO) != 0 { pause() }
    _ = FileHandle.standardInput.readDataToEndOfFile()
    print(server.statistics)
}
#endif
