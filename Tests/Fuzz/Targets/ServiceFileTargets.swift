import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Logging

@testable import LiveActivityPush
@testable import LiveActivityService

// The files that a service keeps beside its store: each is read, or refused with a message.
extension FuzzTarget {
    /// The webhooks that were created over HTTP, in the first line, and those whose endpoints are gone, in the second one.
    static let webhooks = FuzzTarget(
        name: "webhooks", format: .jsonLines, seeds: { [Array("\(webhookFile)\n\(disabledFile)".utf8)] }
    ) {
        var configuration = ServiceConfiguration()
        let (created, disabled) = (temporaryFolder("webhooks.json"), temporaryFolder("disabled-webhooks.json"))
        (configuration.createdWebhooks, configuration.disabledWebhooks) = (created, disabled)
        let runtime = must("a runtime") {
            try LiveActivityRuntime(
                configuration: EngineConfiguration(), clock: ManualClock(now: Samples.epoch), providers: Samples.providers,
                store: MemoryStore())
        }
        func open() throws(ServiceError) -> WebhookRegistry {
            do { return try WebhookRegistry(configuration, runtime, Logger(label: "fuzz")) } catch let error as ServiceError {
                throw error
            } catch { fatalError("a refusal that names no file: \(error)") }
        }
        let secret = WebhookSecret.random()
        return { bytes in
            let files = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
            for (path, content) in zip([created, disabled], files) { write(content, to: path) }
            defer { for path in [created, disabled] { unlink(path) } }
            guard let registry = readable(open) else { return }
            let names = registry.senders.map(\.webhook.name)
            require(Set(names).count == names.count, "a webhook is called twice: \(names)")
            guard let name = names.first else { return }
            let isExchanged = must("another secret") {
                try registry.exchangeSecret(of: name, for: secret, keepingFormerUntil: Date() + 60)
            }
            require(isExchanged, "a webhook of the file is unknown")
            let again = must("the written webhooks are read") { try open() }
            require(again.senders.map(\.webhook.name) == names, "other webhooks after writing and reading")
            require(again[name]?.webhook.secrets.first == secret, "another secret after writing and reading")
        }
    }

    /// The changes that webhooks have given up.
    static let deadLetters = FuzzTarget(name: "dead-letters", format: .jsonLines, seeds: { [letters] }) {
        let path = temporaryFolder("dead-letters.jsonl")
        let change = must("a change") { try WireDecoder().decode(Change.self, from: Samples.changes[0]) }
        let added = DeadLetters.Letter(webhook: "billing", at: Samples.epoch.iso8601, reason: "503", change: change)
        return { bytes in
            write(bytes[...], to: path)
            defer { unlink(path) }
            guard let letters = readable({ () throws(ServiceError) in try DeadLetters(file: path) }) else { return }
            let before = letters.of("billing")
            must("a letter is written") { try letters.append(added) }
            let again = must("the written letters are read") { try DeadLetters(file: path) }
            require(again.of("billing") == before + [added], "other letters after writing and reading")
            must("letters are removed") { try again.remove(of: "billing") }
            require(again.count(of: "billing") == 0, "removed letters are still there")
        }
    }

    /// A day of the audit log: a new entry is found behind the readable ones, whatever the file contains.
    static let auditLog = FuzzTarget(name: "audit-log", format: .jsonLines, seeds: { [auditFile] }) {
        let folder = temporaryFolder("audit")
        let entry = AuditLog.Entry(
            at: Samples.epoch.iso8601, token: "0a1b2c3d", owner: "anna", method: "POST", path: "/v1/activities", status: 201)
        return { bytes in
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            write(bytes[...], to: "\(folder)/\(Samples.epoch.iso8601.prefix(10)).jsonl")
            let log = AuditLog(folder: folder, days: 9_999, logger: Logger(label: "fuzz"))
            let before = must("the entries") { try log.entries(AuditLog.Query()) }
            log.append(entry)
            let after = must("the entries") { try log.entries(AuditLog.Query()) }
            require(after == before + [entry], "the new entry is not the last one: \(after.suffix(2))")
        }
    }

    /// The list of revoked links. Also as the text of a link.
    static let links = FuzzTarget(name: "links", format: .json, seeds: { [Array(revokedFile.utf8)] }) {
        let key = temporaryFolder("link.key")
        let (activity, now) = (ActivityID(rawValue: 1), Samples.epoch)
        return { bytes in
            write(Array(repeating: 7, count: 32), to: key)
            write(bytes[...], to: key + ".revoked")
            defer { for path in [key, key + ".revoked"] { unlink(path) } }
            guard
                let links = readable({ () throws(ServiceError) in
                    do { return try ActivityLinks(keyFile: key) } catch let error as ServiceError { throw error } catch {
                        fatalError("a refusal that names no file: \(error)")
                    }
                })
            else { return }
            require(links.access(String(decoding: bytes, as: UTF8.self), now: now) == nil, "a link without a signature works")
            for _ in 0..<2 {
                let link = links.text(for: activity, until: now + 600, now: now)
                require(links.access(link, now: now) != nil, "a new link does not work")
                must("the links are revoked") { try links.revoke(activity, now: now) }
                require(links.access(link, now: now) == nil, "a revoked link works")
            }
        }
    }

    /// The trace of pushes: new steps are found behind the readable ones, whatever the file contains.
    static let pushTrace = FuzzTarget(name: "push-trace", format: .jsonLines, seeds: { [traceFile] }) {
        let path = temporaryFolder("trace.jsonl")
        let activity = ActivityID(rawValue: 1)
        let step = PushTraceEntry(at: Samples.epoch, installation: "phone", sequence: 7, step: .described("sent"))
        return { bytes in
            write(bytes[...], to: path)
            defer { unlink(path) }
            let trace = must("a trace") { try PushTraceFile(path: path, days: 2) }
            let before = trace.steps(of: activity)
            trace.append([(activity, step)])
            require(trace.steps(of: activity) == before + [step], "the new step is not the last one")
        }
    }

    // MARK: - Files

    private static func write(_ bytes: some Collection<UInt8>, to path: String) {
        must("a file") { try Data(bytes).write(to: URL(filePath: path)) }
    }

    /// - Returns: `nil` for a file that is refused.
    private static func readable<Value>(_ read: () throws(ServiceError) -> Value) -> Value? {
        do throws(ServiceError) { return try read() } catch {
            require("\(error)".utf8.count < 2_000, "a message of \("\(error)".utf8.count) bytes")
            return nil
        }
    }

    private static let webhookFile =
        #"[{"name":"billing","url":"https://example.org/hooks","secrets":[{"text":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"},"#
        + #"{"text":"whsec_AfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw","until":803667600}],"kinds":["delivery"],"changes":["started"],"#
        + #""keepsNewestOnly":false},{"name":"crm","url":"https://example.com","secrets":"#
        + #"[{"text":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}],"kinds":[],"changes":[],"keepsNewestOnly":true}]"#

    private static let disabledFile = #"{"crm":"https://example.com/old"}"#

    private static let revokedFile = #"{"0000000000000001":1781974800000,"0000000000000002":1781974800001}"#

    private static var letters: [UInt8] {
        Array(
            Samples.changes.prefix(4).flatMap { change in
                Array(#"{"webhook":"billing","at":"2026-06-20T17:00:00Z","reason":"503","change":"#.utf8) + change
                    + Array("}\n".utf8)
            })
    }

    private static let auditFile = Array(
        """
        {"at":"2026-06-20T16:00:00Z","token":"0a1b2c3d","owner":"anna","method":"POST","path":"/v1/activities","status":201}
        {"at":"2026-06-20T16:00:01Z","token":"link","method":"DELETE","path":"/v1/activities/0000000000000001","status":204}

        """.utf8)

    private static let traceFile = Array(
        """
        {"at":"2026-06-20T16:00:00Z","activity":"0000000000000001","sequence":1,"installation":"phone","step":"sent"}
        {"at":"2026-06-20T16:00:01Z","activity":"0000000000000001","sequence":2,"step":"nothing to send"}

        """.utf8)
}
