#if Cluster
import CNats

/// A message that a subscription has received.
struct NATSMessage: Sendable {
    var subject: String
    /// The subject for the answer; `nil` if none is expected.
    var reply: String?
    /// The status of an answer without content, such as 404 or 503; `nil` for other messages.
    var status: Int?
    /// The message's position in its stream; `nil` if it does not come from one.
    var sequence: LogPosition?
    var id: String
    var bytes: [UInt8]
}

extension NATSMessage {
    init(_ message: OpaquePointer) {
        func header(_ name: String) -> String? {
            var value: UnsafePointer<CChar>?
            guard natsMsgHeader_Get(message, name, &value) == NATS_OK, let value else { return nil }
            return String(cString: value)
        }
        subject = natsMsg_GetSubject(message).map { String(cString: $0) } ?? ""
        reply = natsMsg_GetReply(message).map { String(cString: $0) }
        status = header("Status").flatMap { Int($0) }
        sequence = header("Nats-Sequence").flatMap { LogPosition($0) }
        id = header("Nats-Msg-Id") ?? ""
        bytes = Array(UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message))))
    }
}

/// A subscription that lasts as long as its connection, for the reason given in ``NATSConnection``.
final class NATSSubscription: Sendable {
    private final class Receiver: Sendable {
        let receive: @Sendable (NATSMessage) -> Void
        init(_ receive: @escaping @Sendable (NATSMessage) -> Void) { self.receive = receive }
    }

    /// The object of libnats, which is thread-safe.
    private nonisolated(unsafe) let subscription: OpaquePointer

    /// - Throws: ``LogError/unavailable(reason:)`` if the connection is lost.
    init(
        _ connection: OpaquePointer, _ subject: String, _ receive: @escaping @Sendable (NATSMessage) -> Void
    ) throws(LogError) {
        var made: OpaquePointer?
        // Released after libnats has made its last call.
        let receiver = Unmanaged.passRetained(Receiver(receive))
        let status = natsConnection_Subscribe(
            &made, connection, subject,
            { _, _, message, receiver in
                guard let message, let receiver else { return }
                Unmanaged<Receiver>.fromOpaque(receiver).takeUnretainedValue().receive(NATSMessage(message))
                natsMsg_Destroy(message)
            }, receiver.toOpaque())
        guard status == NATS_OK, let made else {
            receiver.release()
            throw .unavailable(reason: "cannot subscribe to \(subject): \(status.text)")
        }
        subscription = made
        natsSubscription_SetOnCompleteCB(
            made, { receiver in if let receiver { Unmanaged<Receiver>.fromOpaque(receiver).release() } }, receiver.toOpaque())
        // Without limits: otherwise libnats drops messages of a burst.
        natsSubscription_SetPendingLimits(made, -1, -1)
    }

    deinit { natsSubscription_Destroy(subscription) }
}
#endif
