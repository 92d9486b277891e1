#if Push
import LiveActivityCore

/// How many of a channel's pushes APNs stores. It is fixed when the channel is created. Source: Documentation/Reference.md,
/// CHAN-16.
public enum ChannelStorage: Int, Hashable, Sendable, CaseIterable {
    /// None: a device that is offline misses the push. The limit on pushes is higher than with ``newest``. Pushes must have the
    /// expiration 0.
    case nothing = 0
    /// The newest push, for at most eight hours.
    case newest = 1
}

/// Creates, lists, reads and deletes an app's broadcast channels.
///
/// The transport is one for APNs' management host (``APNSEndpoint/appleChannels(_:)``), which differs from the host for pushes.
public struct ChannelManager: Sendable {
    private let app: BundleID
    private let transport: any PushTransport

    /// A manager of an app's channels.
    public init(app: BundleID, transport: any PushTransport) {
        self.app = app
        self.transport = transport
    }

    /// Creates a channel. An app may have at most 10,000 in each environment.
    ///
    /// - Throws: ``ChannelError``. The channel was not created; after ``ChannelError/failed(_:)`` it may have been.
    public func create(_ storage: ChannelStorage) async throws(ChannelError) -> ChannelID {
        let body = #"{"message-storage-policy":\#(storage.rawValue),"push-type":"LiveActivity"}"#
        let answer = try await send("POST", "channels", body: Array(body.utf8), expects: 201)
        guard let id = answer.channelID.flatMap({ try? ChannelID($0) }) else { throw .unreadable(answer) }
        return id
    }

    /// The ids of all channels, in the order of the answer.
    ///
    /// - Throws: ``ChannelError`` if APNs refuses the request or does not answer.
    public func list() async throws(ChannelError) -> [ChannelID] {
        let answer = try await send("GET", "all-channels", expects: 200)
        guard let list = (try? JSONValue(parsing: answer.body))?["channels"], list.kind == .array else {
            throw .unreadable(answer)
        }
        return list.elements.compactMap { $0.string.flatMap { try? ChannelID($0) } }
    }

    /// How many of a channel's pushes APNs stores.
    ///
    /// - Throws: ``ChannelError``; ``ChannelError/refused(_:)`` with ``PushReason/channelNotRegistered`` for a channel that
    ///   does not exist.
    public func storage(of channel: ChannelID) async throws(ChannelError) -> ChannelStorage {
        let answer = try await send("GET", "channels", channel, expects: 200)
        let value = (try? JSONValue(parsing: answer.body))?["message-storage-policy"]
        guard let storage = (value?.int ?? value?.string.flatMap { Int($0) }).flatMap({ ChannelStorage(rawValue: $0) }) else {
            throw .unreadable(answer)
        }
        return storage
    }

    /// Deletes a channel permanently. Pushes that APNs has stored may still be delivered.
    ///
    /// - Throws: ``ChannelError``. After ``ChannelError/failed(_:)`` the channel may have been deleted.
    public func delete(_ channel: ChannelID) async throws(ChannelError) {
        _ = try await send("DELETE", "channels", channel, expects: 204)
    }

    private func send(
        _ method: String, _ path: String, _ channel: ChannelID? = nil, body: [UInt8] = [], expects status: Int
    ) async throws(ChannelError) -> PushAnswer {
        var headers: [PushRequest.Header] = []
        if let channel { headers.append(.init("apns-channel-id", channel.rawValue)) }
        let request = PushRequest(method: method, path: "/1/apps/\(app)/\(path)", headers: headers, body: body)
        let answer: PushAnswer
        do throws(PushError) { answer = try await transport.send(request) } catch { throw .failed(error) }
        guard answer.status == status else { throw .refused(answer) }
        return answer
    }
}

/// Why a channel could not be managed.
@nonexhaustive
public enum ChannelError: Error, Hashable, Sendable {
    /// There was no answer. After ``PushError/unanswered(reason:)`` APNs may have processed the request.
    case failed(PushError)
    /// APNs has refused the request.
    case refused(PushAnswer)
    /// The answer is not as Apple documents it.
    case unreadable(PushAnswer)
}
#endif
