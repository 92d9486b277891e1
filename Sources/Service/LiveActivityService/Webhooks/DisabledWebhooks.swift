#if Service
import Foundation
import LiveActivityCore
import Synchronization

/// The webhooks whose endpoints have said that they are gone, in a file, so that a restart does not call them again.
///
/// One counts for its address: a webhook with another address is called.
final class DisabledWebhooks: Sendable {
    /// The file has an object: a webhook's name and the address that is gone.
    private let file: String?
    private let addresses: Mutex<[String: String]>

    /// - Parameter file: Made when the first is disabled; `nil` remembers them for this process alone.
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)`` for a file that is something else.
    init(file: String?) throws(ServiceError) {
        self.file = file
        guard let file, let data = try? Data(contentsOf: URL(filePath: file)) else {
            addresses = Mutex([:])
            return
        }
        do { addresses = Mutex(try WireDecoder().decode([String: String].self, from: [UInt8](data))) } catch {
            throw .badConfiguration(file: file, line: 0, reason: "it is no list of disabled webhooks: \(error)")
        }
    }

    func contains(_ webhook: Webhook) -> Bool { addresses.withLock { $0[webhook.name] == webhook.url } }

    /// - Throws: Why the file could not be written. It is disabled in this process all the same.
    func insert(_ webhook: Webhook) throws {
        try addresses.withLock { addresses in
            addresses[webhook.name] = webhook.url
            if let file { try PrivateFile.write(try WireEncoder().encode(addresses), to: file) }
        }
    }
}
#endif
