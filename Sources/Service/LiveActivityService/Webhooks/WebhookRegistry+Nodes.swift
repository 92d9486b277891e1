#if Service
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import Logging

/// Requests about calls and dead letters. On a cluster each node has the dead letters of its own calls, so all nodes carry out
/// a request that comes to one of them.
extension WebhookRegistry {
    enum Request: Codable, Sendable {
        case counts
        case failures(of: String)
        /// Resends dead letters: all, one, or the changes since a date. Without `id` it also retries the calls that wait.
        case resend(of: String, id: String?, since: Date?)
        case dropLetters(of: String)
    }

    struct Counts: Codable, Sendable {
        var waiting = 0
        var delivered = 0
        var failed = 0
        var deadLetters = 0
    }

    /// A change that the endpoint did not accept.
    struct FailedCall: Codable, Hashable, Sendable {
        var id: String
        var at: String
        var reason: String
        var type: String
        var activity: String
        var owner: String
        var changedAt: String

        init(_ change: Change, of webhook: Webhook, at date: String, _ reason: String) {
            (id, at, self.reason) = (webhook.messageID(of: change), date, reason)
            (type, activity) = ("activity.\(change.what.name)", change.activity.description)
            (owner, changedAt) = (change.owner.rawValue, change.at.iso8601)
        }
    }

    /// The sum of the nodes' answers.
    struct Report: Codable, Sendable {
        /// By the webhooks' names.
        var counts: [String: Counts] = [:]
        var recent: [FailedCall] = []
        var deadLetters: [FailedCall] = []
        /// The number of dead letters to resend, and of the accepted ones.
        var (chosen, accepted) = (0, 0)
        /// The reason why one was not accepted.
        var reason: String?
        /// The nodes that have not answered; always empty outside a cluster.
        var unanswered: [String] = []
    }

    /// The time in which a node answers a request that calls no endpoint.
    private static let answerTimeout: Duration = .seconds(5)
    /// The time in which a node resends dead letters. It continues after that.
    private static let resendTimeout: Duration = .seconds(120)

    /// Carries out a request on all nodes.
    ///
    /// - Throws: The error of this process outside a cluster: a file that could not be written.
    func ask(_ request: Request) async throws -> Report {
        guard let cluster else { return try await carryOut(request) }
        let timeout = if case .resend = request { Self.resendTimeout } else { Self.answerTimeout }
        var sum = Report()
        for answer in await cluster.askHosts(Data(try WireEncoder().encode(request)), within: timeout) {
            let bytes = Array(answer.bytes ?? Data())
            if let report = try? WireDecoder(limits: .stored).decode(Report.self, from: bytes) {
                sum.add(report)
            } else {
                sum.unanswered.append(answer.node.rawValue)
            }
        }
        sum.recent.sort { $0.at < $1.at }
        sum.deadLetters.sort { $0.at < $1.at }
        return sum
    }

    /// Answers a request that another node has sent; with nothing if it is of a later version, or fails.
    func answer(_ bytes: Data) async -> Data {
        do {
            let request = try WireDecoder().decode(Request.self, from: Array(bytes))
            return Data(try WireEncoder().encode(try await carryOut(request)))
        } catch {
            // The other node's answer says only that this one has not answered.
            logger.error("another node's request about webhooks failed", metadata: ["error": "\(error)"])
            return Data()
        }
    }

    private func carryOut(_ request: Request) async throws -> Report {
        var report = Report()
        switch request {
        case .counts: break
        case .failures(let name):
            guard let sender = self[name] else { break }
            report.recent = sender.recentFailures.map {
                FailedCall($0.change, of: sender.webhook, at: $0.at.iso8601, $0.reason)
            }
            report.deadLetters = letters.of(name).map { FailedCall($0.change, of: sender.webhook, at: $0.at, $0.reason) }
        case .resend(let name, let id, let since):
            guard let sender = self[name] else { break }
            let chosen = letters.of(name).filter { letter in
                (id.map { $0 == sender.webhook.messageID(of: letter.change) } ?? true)
                    && (since.map { letter.change.at >= $0 } ?? true)
            }
            if id == nil { sender.retryNow() }
            report.chosen = chosen.count
            (report.accepted, report.reason) = try await sender.resend(chosen)
        case .dropLetters(let name): try letters.remove(of: name)
        }
        let waiting = statistics().consumers
        for sender in senders {
            let counts = sender.statistics
            report.counts[sender.webhook.name] = Counts(
                waiting: waiting[sender.webhook.consumer] ?? 0, delivered: counts.delivered, failed: counts.failed,
                deadLetters: letters.count(of: sender.webhook.name))
        }
        return report
    }
}

extension WebhookRegistry.Report {
    fileprivate mutating func add(_ other: Self) {
        counts.merge(other.counts) { mine, other in
            WebhookRegistry.Counts(
                waiting: mine.waiting + other.waiting, delivered: mine.delivered + other.delivered,
                failed: mine.failed + other.failed, deadLetters: mine.deadLetters + other.deadLetters)
        }
        recent += other.recent
        deadLetters += other.deadLetters
        (chosen, accepted) = (chosen + other.chosen, accepted + other.accepted)
        reason = reason ?? other.reason
    }
}
#endif
