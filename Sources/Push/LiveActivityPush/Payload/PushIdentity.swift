#if Push
import Crypto
import LiveActivityCore

extension PushScheduler {
    /// The namespace of this package's UUIDs of version 5.
    private static let namespace: [UInt8] = [
        0x6F, 0x2C, 0x1A, 0x5D, 0x93, 0x0E, 0x4B, 0x77, 0x8A, 0x41, 0x52, 0xC0, 0xE9, 0x3D, 0x17, 0xB4,
    ]

    /// The id of a push: a UUID of version 5 that depends only on the activity, the revision, the event and the installation.
    /// So a push of the same content has the same id, even if it is made from a record instead of a change.
    static func id(_ activity: ActivityID, _ revision: UInt64, _ event: String, _ installation: String) -> UUID {
        var hash = Insecure.SHA1()
        hash.update(data: namespace)
        hash.update(data: Array("\(activity)/\(revision)/\(event)/\(installation)".utf8))
        var bytes = Array(hash.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
#endif
