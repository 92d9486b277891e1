#if PushFiles
import Crypto
import Foundation
import LiveActivityCore
import LiveActivityPush
import Testing

@Suite struct ConfigurationTests {
    private let good = """
        keys:
          - {id: ABC123DEFG, team: DEF123GHIJ, file: key.p8}
        apps:
          - bundle: com.example.food
            environment: sandbox
            key: ABC123DEFG
            kinds:
              delivery:
                attributes-type: DeliveryAttributes
                start-alert: {title: Order placed, body: Track it here}
        policy:
          spacing-s: 20
          urgent-per-hour: 8
        """

    private func problem(_ yaml: String) -> String? {
        do throws(PushError) {
            _ = try PushConfiguration(yaml: yaml, file: "push.yaml")
            return nil
        } catch { return error.description }
    }

    @Test func aConfigurationIsRead() throws {
        let configuration = try PushConfiguration(yaml: good, file: "/etc/push.yaml")
        let app = PushAppID(try BundleID("com.example.food"), .sandbox)
        #expect(configuration.apps.map(\.id) == [app])
        #expect(configuration.keyOfApp == [app: "ABC123DEFG"])
        #expect(configuration.apps.first?.kinds["delivery"]?.startAlert?.title == "Order placed")
        #expect(configuration.policy.spacing == 20)
        #expect(configuration.policy.urgentPerHour == 8)
        #expect(configuration.path("key.p8") == "/etc/key.p8")
    }

    @Test(arguments: [
        ("  spacing-s: 20", "  spaceing-s: 20", "push.yaml:12: 'spaceing-s' is not a setting; did you mean 'spacing-s'?"),
        (
            "environment: sandbox", "environment: test",
            "push.yaml:5: 'test' is not an environment: write 'production' or 'sandbox'"
        ),
        (
            "urgent-per-hour: 8", "urgent-per-hour: many",
            "push.yaml:13: 'urgent-per-hour' must be a whole number from 0 to 1000"
        ),
        ("key: ABC123DEFG\n", "key: OTHER\n", "push.yaml:4: key 'OTHER' is not among 'keys', which must come before 'apps'"),
        ("        attributes-type: DeliveryAttributes\n", "", "push.yaml:8: 'attributes-type' is missing in 'delivery'"),
        (
            "bundle: com.example.food", "bundle: com.example.food.push-type.liveactivity",
            "push.yaml:4: 'com.example.food.push-type.liveactivity' is not a bundle id: it is a topic. "
                + "Leave '.push-type.liveactivity' out: it is added to each request that needs it"
        ),
    ])
    func aMistakeSaysItsLine(part: String, wrong: String, says: String) {
        #expect(problem(good) == nil)
        #expect(problem(good.replacingOccurrences(of: part, with: wrong)) == says)
    }

    @Test func textThatIsNoYAMLSaysSo() {
        #expect(problem("keys: [")?.hasPrefix("push.yaml:") == true)
        #expect(problem("") == "push.yaml:1: the file is empty")
        #expect(problem("keys: []") == "push.yaml:1: 'apps' is missing: it defines which app shows which kind")
    }

    /// Yams' own descriptions repeat whole lines of the file.
    @Test func aMessageAboutALongNameIsShort() {
        let name = String(repeating: "n", count: 900)
        #expect(
            problem("keys: []\n\(name): 1\n\(name): 2")
                == "push.yaml:2: this is not YAML: '\(String(repeating: "n", count: 200))…' occurs twice")
    }

    @Test func theCheckFindsAMissingKeyAndAWrongOne() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("push.yaml").path
        try good.write(toFile: file, atomically: true, encoding: .utf8)
        func problems() throws -> [String] { try PushConfiguration(file: file).problems().map(\.description) }
        let key = folder.appendingPathComponent("key.p8").path
        #expect(try problems() == ["\(file):2: '\(key)' cannot be read"])
        try "-----BEGIN CERTIFICATE-----".write(toFile: key, atomically: true, encoding: .utf8)
        #expect(try problems().first?.hasPrefix("provider key 'ABC123DEFG': the file is a certificate") == true)
        try P256.Signing.PrivateKey().pemRepresentation.write(toFile: key, atomically: true, encoding: .utf8)
        #expect(try problems() == [])
    }

    @Test func linesOfDevicesAreReadAsTheFileGrows() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jsonl").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var feed = DeviceFeed(path: path)
        #expect(try feed.readNew() == [])
        let app = PushAppID(try BundleID("com.example.food"), .sandbox)
        let line =
            #"{"installation":"i","owner":"anna","app":"com.example.food","environment":"sandbox","token":"00ff","start":"delivery"}"#
        try (line + "\n" + #"{"installation":"i","hea"#).write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try feed.readNew() == [.token(DeviceToken(hex: "00ff"), .pushToStart("delivery"), "i", "anna", app)])
        #expect(try feed.readNew() == [])
        try
            (line + "\n" + #"{"installation":"i","heard":true}"# + "\n" + line.replacingOccurrences(of: "00ff", with: "0ff")
            + "\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try feed.readNew() == [.heard("i")])
        #expect(
            throws: PushError.badConfiguration(
                file: path, line: 3,
                reason: "not a device token: it has 3 digits; each byte has two, so one is missing or too many")
        ) { try feed.readNew() }
        #expect(try feed.readNew() == [])
    }
}
#endif
