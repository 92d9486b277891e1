#if Service
import Foundation
import Synchronization

/// The files of a webhook's secrets, which are read again after they have changed.
///
/// A secret is replaced without a restart: the file gets the new one before the former one, and loses the former one when the
/// endpoint verifies with the new one.
final class WebhookSecretFiles: Sendable {
    private struct State {
        var secrets: [WebhookSecret]
        var checkedAt: ContinuousClock.Instant?
        /// The files as they were last read, also if they could not be used.
        var versions: [FileVersion?] = []
    }

    /// The minimum time between two checks.
    static let checkInterval: Duration = .milliseconds(500)

    private let webhook: Webhook
    private let report: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - webhook: Its ``Webhook/secrets`` are used until a file changes.
    ///   - report: Receives the reason why changed files cannot be used, once for each change.
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)`` if there is no secret or one is invalid.
    init(of webhook: Webhook, report: @escaping @Sendable (String) -> Void) throws(ServiceError) {
        (self.webhook, self.report) = (webhook, report)
        state = Mutex(State(secrets: try webhook.checkedSecrets()))
    }

    /// The secrets, the newest first. Reads files that have changed; while one cannot be used, the former secrets stay.
    func secrets(now: ContinuousClock.Instant = .now) -> [WebhookSecret] {
        state.withLock { state in
            guard !webhook.secretFiles.isEmpty, state.checkedAt.map({ now - $0 >= Self.checkInterval }) ?? true else {
                return state.secrets
            }
            state.checkedAt = now
            let versions = webhook.secretFiles.map { FileVersion($0) }
            guard versions != state.versions else { return state.secrets }
            state.versions = versions
            do {
                var read = webhook
                read.secrets = try webhook.secretFiles.flatMap { try Self.secrets(in: $0) }
                state.secrets = try read.checkedSecrets()
            } catch { report("the former secrets stay in use: \(error)") }
            return state.secrets
        }
    }

    /// The lines of a file, without empty ones.
    static func secrets(in path: String) throws(ServiceError) -> [String] {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw .badConfiguration(file: path, line: 0, reason: "it cannot be read")
        }
        return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map { String($0).trimmed }
            .filter { !$0.isEmpty }
    }
}
#endif
