#if Service
import Foundation
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import LiveActivityJSON
import NIOPosix

/// Webhooks for integrators: to create, list, test and remove them, to see what failed, and to send it again.
enum WebhookRoutes {
    static let all = [
        Route(.get, "/v1/webhooks", .admin) { call in
            _ = try call.query([])
            try call.access.checkEveryOwner()
            let registry = call.service.webhooks
            await registry.readBeside()
            let report = try await registry.ask(.counts)
            return answer([("webhooks", JSONValue(registry.senders.map { describe($0.webhook, registry, report) }))], report)
        },
        Route(.post, "/v1/webhooks", .admin) { call in try await create(call) },
        Route(.delete, "/v1/webhooks/{name}", .admin) { call in
            let webhook = try await created(call)
            guard try await call.service.webhooks.remove(webhook.name) else { throw unknown(webhook.name) }
            return Response(status: .noContent)
        },
        Route(.post, "/v1/webhooks/{name}/test", .admin) { call in
            let sender = try await sender(call)
            _ = try Call.check(try await call.objectIfAny(), [])
            return Response(json: answer(await sender.test()))
        },
        Route(.post, "/v1/webhooks/{name}/disable", .admin) { call in try await setEnabled(call, false) },
        Route(.post, "/v1/webhooks/{name}/enable", .admin) { call in try await setEnabled(call, true) },
        Route(.post, "/v1/webhooks/{name}/secret", .admin) { call in try await exchange(call) },
        Route(.get, "/v1/webhooks/{name}/failures", .admin) { call in try await failures(call) },
        Route(.post, "/v1/webhooks/{name}/resend", .admin) { call in try await resend(call) },
        Route(.delete, "/v1/webhooks/{name}/dead-letters", .admin) { call in
            let report = try await call.service.webhooks.ask(.dropLetters(of: try await sender(call).webhook.name))
            guard report.unanswered.isEmpty else {
                let nodes = report.unanswered.joined(separator: ", ")
                throw Problem(.serviceUnavailable, "nodesUnanswered", "Not dropped at the nodes \(nodes): try again.")
            }
            return Response(status: .noContent)
        },
    ]

    // MARK: - Reading

    private static func sender(_ call: Call) async throws(Problem) -> WebhookSender {
        try call.access.checkEveryOwner()
        await call.service.webhooks.readBeside()
        let name = call.parameter("name")
        guard let sender = call.service.webhooks[name] else { throw unknown(name) }
        return sender
    }

    /// The webhook of the path, which is not one of the configuration.
    private static func created(_ call: Call) async throws(Problem) -> Webhook {
        let webhook = try await sender(call).webhook
        guard !call.service.webhooks.isConfigured(webhook.name) else {
            throw Problem(
                .conflict, "configuredWebhook",
                "The webhook '\(webhook.name)' is in the service's configuration: change it there.")
        }
        return webhook
    }

    private static func unknown(_ name: String) -> Problem { .notFound("No webhook has the name '\(name.abridged)'.") }

    private static func describe(
        _ webhook: Webhook, _ registry: WebhookRegistry, _ report: WebhookRegistry.Report
    ) -> JSONValue {
        let counts = report.counts[webhook.name] ?? WebhookRegistry.Counts()
        return [
            "name": JSONValue(webhook.name), "url": JSONValue(webhook.url),
            "kinds": JSONValue(webhook.kinds.map { JSONValue($0.rawValue) }),
            "changes": JSONValue(webhook.changes.map { JSONValue($0) }),
            "keep": JSONValue(webhook.keepsNewestOnly ? "newest" : "every"),
            "isConfigured": JSONValue(registry.isConfigured(webhook.name)),
            "isDisabled": JSONValue(registry.isDisabled(webhook)),
            "waiting": JSONValue(counts.waiting), "delivered": JSONValue(counts.delivered),
            "failed": JSONValue(counts.failed), "deadLetters": JSONValue(counts.deadLetters),
        ]
    }

    private static func failures(_ call: Call) async throws -> Response {
        let sender = try await sender(call)
        _ = try call.query([])
        let report = try await call.service.webhooks.ask(.failures(of: sender.webhook.name))
        let lists = [("recent", report.recent), ("deadLetters", report.deadLetters)]
        return answer(try lists.map { ($0, try WireEncoder().encodeToJSONValue($1)) }, report)
    }

    /// A response with the nodes whose part is missing.
    private static func answer(
        _ members: [(key: String, value: JSONValue)], _ report: WebhookRegistry.Report
    ) -> Response {
        let missing = report.unanswered.map { JSONValue($0) }
        return Response(json: JSONValue(members: members + (missing.isEmpty ? [] : [("unanswered", JSONValue(missing))])))
    }

    // MARK: - Changing

    private static func create(_ call: Call) async throws -> Response {
        let body = try await call.object(["name", "url", "secret", "kinds", "changes", "keep"])
        try call.access.checkEveryOwner()
        guard let name = body["name"]?.string, 1...64 ~= name.utf8.count, name.utf8.allSatisfy({ isNameByte($0) }) else {
            throw Problem.unprocessable(
                "undecodable", "A webhook must have a 'name' of 1 to 64 letters, digits, '-', '_' or '.'.", path: "name")
        }
        guard let url = body["url"]?.string else {
            throw Problem.unprocessable("undecodable", "A webhook must have a 'url'.", path: "url")
        }
        let keep = body["keep"]?.string ?? "every"
        guard ["every", "newest"].contains(keep) else {
            throw Problem.unprocessable("undecodable", "'keep' must be every or newest.", path: "keep")
        }
        let kinds = try names("kinds", of: body).map { ActivityKind($0) }
        for kind in kinds { _ = try call.provider(of: kind) { .unprocessable("badWebhook", $0, path: "kinds") } }
        let secret = try secret(of: body)
        try await call.service.webhooks.create(
            WebhookRegistry.Created(
                name: name, url: url, secrets: [DatedSecret(text: secret, until: nil)], kinds: kinds,
                changes: try names("changes", of: body), keepsNewestOnly: keep == "newest"))
        return Response(
            json: ["name": JSONValue(name), "url": JSONValue(url), "secret": JSONValue(secret)], status: .created)
    }

    private static func setEnabled(_ call: Call, _ isEnabled: Bool) async throws -> Response {
        let sender = try await sender(call)
        _ = try Call.check(try await call.objectIfAny(), [])
        try await call.service.webhooks.setEnabled(sender, isEnabled)
        return Response(status: .noContent)
    }

    private static func exchange(_ call: Call) async throws -> Response {
        let body = try Call.check(try await call.objectIfAny(), ["secret", "overlap_s"])
        let webhook = try await created(call)
        let seconds = try Call.member("overlap_s", of: body, \.double) ?? 86_400
        guard 0...604_800 ~= seconds else {
            throw Problem.unprocessable("invalidValue", "Both secrets can be valid for 0 seconds to 7 days.", path: "overlap_s")
        }
        let secret = try secret(of: body)
        let end = Date() + seconds
        let isKnown = try await NIOThreadPool.singleton.runIfActive { [registry = call.service.webhooks] in
            try registry.exchangeSecret(of: webhook.name, for: secret, keepingFormerUntil: end)
        }
        guard isKnown else { throw unknown(webhook.name) }
        return Response(json: ["secret": JSONValue(secret), "formerSecretsUntil": JSONValue(end.iso8601)])
    }

    /// Resends dead letters, and retries at once the calls that wait for a retry.
    private static func resend(_ call: Call) async throws -> Response {
        let body = try Call.check(try await call.objectIfAny(), ["id", "since"])
        let sender = try await sender(call)
        let id = try Call.member("id", of: body, \.string)
        let since = try Call.member("since", of: body, \.string).map { text throws(Problem) in
            guard let date = Date(iso8601: text) else {
                throw Problem.unprocessable(
                    "invalidValue", "'since' must be a date such as 2026-06-20T17:00:00Z.", path: "since")
            }
            return date
        }
        let name = sender.webhook.name
        let report = try await call.service.webhooks.ask(.resend(of: name, id: id, since: since))
        if let id, report.chosen == 0, report.unanswered.isEmpty {
            throw Problem.notFound("No dead letter of this webhook has the id '\(id.abridged)'.")
        }
        var members: [(key: String, value: JSONValue)] = [
            ("delivered", JSONValue(report.accepted)), ("deadLetters", JSONValue(report.counts[name]?.deadLetters ?? 0)),
        ]
        if let reason = report.reason { members.append(("reason", JSONValue(reason))) }
        return answer(members, report)
    }

    private static func answer(_ answer: WebhookDelivery.Answer) -> JSONValue {
        guard let refusal = answer.refusal else { return ["accepted": true] }
        return ["accepted": false, "reason": JSONValue(refusal)]
    }

    // MARK: - Members of bodies

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// The secret of the body; a new one without it.
    private static func secret(of body: JSONValue) throws(Problem) -> String {
        guard let text = try Call.member("secret", of: body, \.string) else { return WebhookSecret.random() }
        guard WebhookSecret(text) != nil else {
            throw .unprocessable(
                "invalidValue", "A secret must be 'whsec_' followed by 24 to 64 bytes in Base64.", path: "secret")
        }
        return text
    }

    private static func names(_ name: String, of body: JSONValue) throws(Problem) -> [String] {
        guard let value = body[name], value.kind != .null else { return [] }
        let texts = value.elements.compactMap(\.string)
        guard value.kind == .array, texts.count == value.count, texts.count <= 100 else {
            throw .unprocessable("undecodable", "'\(name)' must be a list of names.", path: name)
        }
        return texts
    }
}
#endif
