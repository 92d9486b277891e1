import Foundation
import LiveActivityCore
import LiveActivityPush

@testable import LiveActivityService
@testable import LiveActivitiesCLI
@testable import LiveActivityContract

// Configuration files: each is read, or refused with a message that gives the position.
extension FuzzTarget {
    /// The settings of `serve`. The message gives the line.
    static let serviceSettings = FuzzTarget(name: "serve-yaml", format: .lines, seeds: { [Array(serviceYAML.utf8)] }) {
        { bytes in
            do throws(ServiceError) {
                _ = try ServiceSettings(yaml: String(decoding: bytes, as: UTF8.self), file: "config.yaml")
            } catch {
                require("\(error)".utf8.count < 2_000, "a message of \("\(error)".utf8.count) bytes")
            }
        }
    }

    /// The push configuration. The files that it refers to do not exist.
    static let pushSettings = FuzzTarget(name: "push-yaml", format: .lines, seeds: { [Array(pushYAML.utf8)] }) {
        { bytes in
            do throws(PushError) {
                _ = try PushConfiguration(yaml: String(decoding: bytes, as: UTF8.self), file: "push.yaml")
            } catch {
                require("\(error)".utf8.count < 2_000, "a message of \("\(error)".utf8.count) bytes")
            }
        }
    }

    /// Two versions of a kind's contract, one a line: compared, and converted to types of three languages.
    static let contract = FuzzTarget(name: "contract", format: .jsonLines, seeds: { contracts }) {
        { bytes in
            let contracts = bytes.split(separator: 0x0A).prefix(2).compactMap { line -> Contract? in
                guard let value = try? JSONValue(parsing: Array(line)) else { return nil }
                var schemas: [Contract.Part: JSONValue] = [:]
                for part in Contract.Part.allCases { schemas[part] = value[part.rawValue] }
                return Contract(schemas: schemas)
            }
            guard let old = contracts.first, let new = contracts.last else { return }
            _ = ContractCheck(from: old, to: new).findings.map { "\($0)" }
            require(ContractCheck(from: old, to: old).findings.allSatisfy { $0.effect != .breaks }, "a contract breaks itself")
            _ = (SwiftTypes.text(of: new), KotlinTypes.text(of: new), TypeScriptTypes.text(of: new))
            for part in Contract.Part.allCases where new.parts[part] != nil { _ = new.schema(part) }
        }
    }

    /// The token file of a service: a token that is not in a valid file gives no access.
    static let tokens = FuzzTarget(name: "tokens", format: .json, seeds: { [Array(tokenFile.utf8)] }) {
        let path = temporaryFolder("tokens.json")
        return { bytes in
            try? Data(bytes).write(to: URL(filePath: path))
            defer { unlink(path) }
            let file = TokenFile(path: path)
            let isRead = (try? file.list()) != nil
            let access = file.access("la_0a1b2c3d_" + String(repeating: "0", count: 64))
            require(isRead || access == nil, "a token of a file that cannot be read has access")
            require(isRead || !file.isEmpty, "a file that cannot be read opens the service")
        }
    }

    /// The push ledger in a file: what is read can be written and read again.
    static let ledger = FuzzTarget(name: "push-ledger", format: .jsonLines, seeds: { [ledgerFile()] }) {
        let path = temporaryFolder("ledger")
        return { bytes in
            try? Data(bytes).write(to: URL(filePath: path))
            defer { for suffix in ["", ".new", ".size"] { unlink(path + suffix) } }
            guard let store = try? FileLedgerStore(path: path), let records = try? store.load() else { return }
            let ledger = TokenLedger(records)
            require(ledger.records.count <= records.count, "more rows than records")
            _ = try? store.append(records)
            let again = must("what was written is read") { try store.load() }
            require(again.count >= records.count, "\(again.count) records after \(records.count)")
        }
    }

    /// Lines with device tokens, as app servers write them. A first line that does not begin with a brace is the stored position.
    static let devices = FuzzTarget(
        name: "devices", format: .jsonLines,
        seeds: { ["", "0 0\n", "150 1\n", "-1 1\n"].map { Array(($0 + deviceLines).utf8) } }
    ) {
        let path = temporaryFolder("devices")
        return { bytes in
            let position = path + ".position"
            let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
            let hasPosition = parts.count == 2 && parts[0].first != UInt8(ascii: "{")
            if hasPosition { try? Data(parts[0]).write(to: URL(filePath: position)) }
            try? Data(hasPosition ? parts[1] : bytes[...]).write(to: URL(filePath: path))
            defer { for path in [path, position] { unlink(path) } }
            var feed = DeviceFeed(path: path, keepsPosition: true)
            // Each call reads entries, or has skipped an invalid line.
            for _ in 0...bytes.count {
                guard let entries = try? feed.readNew(), entries.isEmpty else { continue }
                must("the position is written") { try feed.keepPosition() }
                var next = DeviceFeed(path: path, keepsPosition: true)
                require((try? next.readNew()) == [], "lines are read again")
                return
            }
            fatalError("the lines do not end")
        }
    }

    // MARK: - Seeds

    private static let serviceYAML = """
        host: 127.0.0.1
        port: 8080
        state: state
        durability: strict
        journal: { entries: 1000, hours: 24 }
        shards: 16
        origins: [https://example.org]
        limits: { requestsPerSecond: 100, bodyBytes: 1000000 }
        streams: { waiting: 256 }
        webhooks:
          - name: billing
            url: https://example.org/hooks
            secrets: [secret]
            kinds: [delivery]
            changes: [started, ended]
        allowPrivateWebhooks: true
        drainTimeout: 20
        drainDelay: 2
        """

    private static let pushYAML = """
        keys:
          - {id: ABC123DEFG, team: DEF123GHIJ, file: key.p8}
        apps:
          - bundle: com.example.food
            environment: production
            key: ABC123DEFG
            kinds:
              delivery: {attributes-type: DeliveryAttributes, starts-by-push: true}
        policy: {spacing-s: 15}
        trace: trace.jsonl
        """

    private static let tokenFile = """
        [{"id":"0a1b2c3d","name":"orders","scope":"write","owner":"anna","hash":"\(String(repeating: "0", count: 64))",\
        "createdAt":"2026-06-20T17:00:00Z","expiresAt":"2027-06-20T17:00:00Z"}]
        """

    private static let deviceLines = """
        {"installation":"phone","owner":"anna","app":"com.example.food","environment":"production","token":"abab","activity":"0000000000000000"}
        {"installation":"phone","owner":"anna","app":"com.example.food","environment":"sandbox","token":"abab","start":"delivery"}
        {"installation":"watch","heard":true}
        {"installation":"watch","forget":true}

        """

    /// The file of a ledger with two tokens.
    private static func ledgerFile() -> [UInt8] {
        let path = temporaryFolder("seed")
        defer { for suffix in ["", ".new", ".size"] { unlink(path + suffix) } }
        return must("a ledger") {
            let store = try FileLedgerStore(path: path)
            try store.append(sampleLedger().records)
            return try Array(Data(contentsOf: URL(filePath: path)))
        }
    }

    /// A ledger with two tokens.
    static func sampleLedger() throws -> TokenLedger {
        var ledger = TokenLedger()
        for line in deviceLines.split(separator: "\n") {
            guard
                case .token(let token, let target, let installation, let owner, let app) = try DeviceFeed.entry(
                    Array(line.utf8))
            else { continue }
            try ledger.register(token, as: target, installation: installation, owner: owner, app: app, at: Samples.epoch)
        }
        return ledger
    }

    private static let contracts: [[UInt8]] = Samples.providers.map { provider in
        must("a contract") {
            let contract = try Contract.of(provider).contract
            let schemas = JSONValue(members: Contract.Part.allCases.map { ($0.rawValue, contract.schema($0)) })
            return Array((schemas.text() + "\n" + schemas.text()).utf8)
        }
    }
}
