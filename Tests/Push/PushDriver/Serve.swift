#if Push && SQLite
import Foundation
import LiveActivityPushTesting

/// Serves until standard input ends. Appends the payload of each accepted push to `pushes` as a line.
func serve(into folder: URL) throws {
    let pushes = folder.appendingPathComponent("pushes")
    try Data().write(to: pushes)
    let written = try FileHandle(forWritingTo: pushes)
    let signer = ProviderSigner()
    let token = String(repeating: "ab", count: 32)
    // One thread serves all connections, so lines are not interleaved.
    let server = try APNSServer(onDelivery: { written.write(Data($0.body + [UInt8(ascii: "\n")])) }) { model in
        model.register(signer.key)
        model.register(token, RegisteredToken(bundle: "com.example.food"))
    }
    defer { server.shutdown() }
    func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
    }
    try write(server.authorityPEM, "ca.pem")
    try write(signer.p8, "key.p8")
    try write(signer.token(at: Date()), "jwt")
    try write(token, "token")
    // Written last, as other processes wait for this file.
    try write("\(server.port)", "port")
    _ = FileHandle.standardInput.readDataToEndOfFile()
    print(server.statistics)
}
#endif
