#if Push
import Foundation
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import Testing

/// What `push check` finds.
@Suite struct ConfigurationCheckTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString)")
    private let signer = ProviderSigner()

    private func configuration(_ yaml: String, _ files: [String: String] = [:]) throws -> PushConfiguration {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files.merging(["key.p8": signer.p8, "push.yaml": yaml], uniquingKeysWith: { $1 }) {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        return try PushConfiguration(file: folder.appendingPathComponent("push.yaml").path)
    }

    private func yaml(_ more: String = "", bundle: String = "com.example.food") -> String {
        """
        keys:
          - {id: \(signer.key.id), team: \(signer.key.team), file: key.p8}
        apps:
          - bundle: \(bundle)
            environment: production
            key: \(signer.key.id)
            kinds:
              delivery: {attributes-type: DeliveryAttributes, start-alert: {title: a, body: b}}
        \(more)
        """
    }

    @Test func aTokenOfAnotherEnvironmentIsFoundBeforeAnythingIsSent() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        func line(_ environment: String, _ token: String) -> String {
            #"{"installation":"a","owner":"anna","app":"com.example.food","environment":"\#(environment)","token":"\#(token)","widgets":true}"#
                + "\n"
        }
        let right = try configuration(yaml("devices: devices.jsonl"), ["devices.jsonl": line("production", "00ff")])
        #expect(right.problems() == [])
        let wrong = try configuration(
            yaml("devices: devices.jsonl"),
            ["devices.jsonl": line("production", "00ff") + line("sandbox", "11ff") + line("sandbox", "00ff")])
        let problems = wrong.problems().map(\.description)
        #expect(problems.count == 2)
        #expect(problems.first?.contains("2 tokens of com.example.food (sandbox)") == true, "\(problems)")
        #expect(problems.last?.contains("1 tokens are registered for several") == true, "\(problems)")
    }

    @Test func connectingFindsAWrongKeyAndAWrongTopic() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try APNSServer { $0.register(signer.key) }
        defer { server.shutdown() }
        let endpoint = "endpoint: {host: 127.0.0.1, port: \(server.port), trust: ca.pem}"
        let right = try configuration(yaml(endpoint), ["ca.pem": server.authorityPEM])
        #expect(await right.problemsByConnecting() == [])
        #expect(server.statistics.delivered == 0)
        server.update { $0.revoke(key: signer.key.id) }
        let problems = await right.problemsByConnecting()
        #expect(problems.count == 1)
        #expect(problems.first?.description.contains("the provider token is not valid") == true, "\(problems)")
    }

    @Test func anAndroidAppNeedsAServiceAccount() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let account = try ServiceAccountSigner(project: "food").json
        let text = """
            apps:
              - bundle: com.example.food_app
                environment: production
                fcm: {account: account.json, for: android}
                kinds: {delivery: {attributes-type: DeliveryAttributes}}
            """
        let right = try configuration(text, ["account.json": account])
        #expect(right.problems() == [])
        #expect(right.apps.map(\.service) == [.fcmAndroid(project: "")])
        let wrong = try configuration(text, ["account.json": "{}"])
        #expect(wrong.problems().first?.description.contains("it is not the file of a service account") == true)
        #expect(throws: PushError.self) { try configuration(text.replacingOccurrences(of: "android", with: "windows")) }
    }
}
#endif
