#if Push
import LiveActivityCore
import LiveActivityJSON
import LiveActivityPush
import Synchronization

/// Simulates phones as Apple describes them: a push with an older timestamp is ignored. It records violations.
final class Phones: Sendable {
    struct Phone: Sendable {
        /// The number of starts of each activity, by the name in its attributes.
        var starts: [String: Int] = [:]
        /// The contents that each activity has shown, by its token.
        var shown: [String: [Int]] = [:]
        var timestamps: [String: Int] = [:]
        /// The texts of the alerts that have sounded.
        var alerts: [String] = []
        var ended: Set<String> = []
    }

    private struct State {
        var phones: [String: Phone] = [:]
        var faults: [String] = []
        var ignored = 0
    }

    private let state = Mutex(State())

    subscript(phone: String) -> Phone { state.withLock { $0.phones[phone] ?? Phone() } }
    var faults: [String] { state.withLock { $0.faults } }
    /// The number of pushes with an older timestamp.
    var ignored: Int { state.withLock { $0.ignored } }

    /// The token of a phone, or of an activity on it. A token consists of their names; a phone's own token starts activities.
    static func token(_ phone: String, _ activity: String = "") throws -> DeviceToken {
        try DeviceToken(Array("\(phone)/\(activity)".utf8))
    }

    func receive(_ request: PushRequest) {
        guard let token = try? DeviceToken(hex: String(request.path.dropFirst("/3/device/".count))),
            let body = try? JSONValue(parsing: request.body), let aps = body["aps"], let timestamp = aps["timestamp"]?.int,
            let event = aps["event"]?.string, let content = aps["content-state"]
        else { return state.withLock { $0.faults.append("a push cannot be read: \(request.path)") } }
        let names = String(decoding: token.bytes, as: UTF8.self).split(separator: "/", omittingEmptySubsequences: false)
        let (phone, activity) = (String(names[0]), String(names[1]))
        let tally = try? WireDecoder().decode(
            TallyProvider.Attributes.ContentState.self, from: JSONText(content).bytes)
        state.withLock { state in
            var device = state.phones[phone] ?? Phone()
            defer { state.phones[phone] = device }
            if event == "start" {
                device.starts[aps["attributes"]?["name"]?.string ?? "", default: 0] += 1
                return
            }
            guard timestamp > device.timestamps[activity] ?? 0 else {
                state.ignored += 1
                return
            }
            device.timestamps[activity] = timestamp
            let numbers = tally?.numbers ?? []
            if numbers.count < device.shown[activity]?.count ?? 0 {
                state.faults.append("\(phone) shows \(numbers) of \(activity) after \(device.shown[activity] ?? [])")
            }
            device.shown[activity] = numbers
            if let alert = aps["alert"]?["title"]?.string { device.alerts.append(alert) }
            if event == "end" { device.ended.insert(activity) }
        }
    }

    /// The push transport of one node.
    final class Way: PushTransport {
        private struct State {
            var isHeld = false
            var held: [PushRequest] = []
            var sent = 0
        }

        private let phones: Phones
        private let state = Mutex(State())

        init(_ phones: Phones) { self.phones = phones }

        var sent: Int { state.withLock { $0.sent } }
        var held: Int { state.withLock { $0.held.count } }

        /// Holds requests back without answering them.
        func hold() { state.withLock { $0.isHeld = true } }

        /// Delivers the held requests, newest first.
        func release() {
            for request in state.withLock({ state in
                defer { state.held = [] }
                return state.held.reversed()
            }) { phones.receive(request) }
        }

        func send(_ request: PushRequest, whenAnswered: @escaping @Sendable (Result<PushAnswer, PushError>) -> Void) {
            let isHeld = state.withLock { state in
                state.sent += 1
                if state.isHeld { state.held.append(request) }
                return state.isHeld
            }
            guard !isHeld else { return }
            phones.receive(request)
            whenAnswered(.success(PushAnswer(status: 200)))
        }

        func renewProviderToken() -> Bool { true }
        func useNewConnections() {}
        func close() async {}
    }
}
#endif
