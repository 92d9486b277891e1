#if PushFiles
public import LiveActivityCore

extension PushConfiguration {
    /// Sends one push with an invalid token for each app, to check that APNs accepts the keys. No device receives anything.
    ///
    /// It detects a key of another team or environment, a topic that the key may not use, and a wrong clock.
    ///
    /// - Returns: The problems found; empty if there are none.
    public func problemsByConnecting(now: @Sendable () -> Date = { Date() }) async -> [PushError] {
        var problems: [PushError] = []
        for app in apps where app.service == .apns {
            func add(_ reason: String) {
                problems.append(.badConfiguration(file: file, line: 0, reason: "\(app.id): \(reason)"))
            }
            do throws(PushError) {
                let client = APNSClient(
                    endpoint: try endpoint(app.id.environment), key: try providerKey(keyOfApp[app.id] ?? ""))
                let asked = now()
                let answer = await Self.answer(of: client, app.id)
                let answered = now()
                await client.close()
                switch answer {
                case .failure(let error): problems.append(error)
                case .success(let answer):
                    if let problem = Self.problem(of: answer) { add(problem) }
                    // The server wrote its date between the request and the answer.
                    let skew = answer.date.map { max(asked.timeIntervalSince($0), $0.timeIntervalSince(answered)) } ?? 0
                    if skew > 60 { add("this computer's clock and the server's differ by \(Int(skew)) s") }
                }
            } catch { problems.append(error) }
        }
        return problems
    }

    private static func answer(of client: APNSClient, _ app: PushAppID) async -> Result<PushAnswer, PushError> {
        do throws(PushError) {
            let payload = ActivityPayload(.update, contentState: JSONText(trusted: Array("{}".utf8)), timestamp: Date())
            let request = try PushRequest.device(
                payload, to: DeviceToken(Array(repeating: 0, count: 32)), app: app.bundle, priority: .opportunistic,
                expiration: .once)
            return .success(try await client.send(request))
        } catch { return .failure(error) }
    }

    /// APNs checks the token last, so this error means that everything else is correct.
    private static func problem(of answer: PushAnswer) -> String? {
        switch (answer.reason, AnswerPolicy().remedy(for: answer)) {
        case (.badDeviceToken?, _), (.unregistered?, _), (_, .done): nil
        case (.expiredProviderToken?, _): "APNs considers a new provider token expired: this computer's clock is wrong"
        case (_, .stop(let report)): "\(answer): \(report)"
        default: "APNs answers \(answer)"
        }
    }
}
#endif
