#if Cluster
import CNats

/// A message that a subscription has received.
struct NATSMessage: Sendable {
    var subject: String
    /// Where an answer is to be sent; `nil` where none is expected.
    var reply: String?
    /// The status of an answer without content, such as 404 or 503; `nil` of a message.
    var status: Int?
    /// Its position in the stream that it is from, where it is from one.
    var sequence: LogPosition?
    var id: String
    var bytes: [UInt8]

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

/// A subscription for the life of its connection. ``NATSConnection`` says why there are no others.
final class NATSSubscription: Sendable {
    private final class Receiver: Sendable {
        let receive: @Sendable (NATSMessage) -> Void
        init(_ receive: @escaping @Sendable (NATSMessage) -> Void) { self.receive = receive }
    }

    /// libnats' object, which it lets be used from any thread.
    private nonisolated(unsafe) let subscription: OpaquePointer

    /// - Throws: ``LogError/unavailable(reason:)`` if the connection is lost.
    init(
        _ connection: OpaquePointer, _ subject: String, _ receive: @escaping @Sendable (NATSMessage) -> Void
    ) throws(LogError) {
        var made: OpaquePointer?
        // Released when libnats has made its last call.
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
            throw .unavailable(reason: "\(subject) cannot be subscribed to: \(status.text)")
        }
        subscription = made
        natsSubscription_SetOnCompleteCB(
            made, { receiver in if let receiver { Unmanaged<Receiver>.fromOpaque(receiver).release() } }, receiver.toOpaque())
        // Otherwise libnats drops what comes in a burst.
        natsSubscription_SetPendingLimits(made, -1, -1)
    }

    deinit { natsSubscription_Destroy(subscription) }
}
#endif
