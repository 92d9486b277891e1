#if Push && SQLite
import Foundation
import LiveActivityPushTesting

/// Serves until standard input ends.
func serve(into folder: URL) throws {
    let signer = ProviderSigner()
    let token = String(repeating: "ab", count: 32)
    let server = try APNSServer { model in
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
    // Last, as others wait for this file.
    try write("\(server.port)", "port")
    _ = FileHandle.standardInput.readDataToEndOfFile()
    print(server.statistics)
}
#endif
