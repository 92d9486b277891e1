import DeliveryActivity
import LiveActivities
import LiveActivityTesting

#if Push
import LiveActivityPush

extension Costs {
    static let ofPushes = [
        // The body and the headers of a push whose content is already JSON.
        HotPath(name: "push-payload", commands: 2_000) { _ in
            let content = JSONText(
                trusted: Array(
                    #"{"driverName":"Alex","estimatedDeliveryTime":[803667600,803669400],"currentStep":"delivering"}"#.utf8))
            let (token, app) = (try token(1), try BundleID("com.example.food"))
            return .synchronous { number in
                let payload = ActivityPayload(.update, contentState: content, timestamp: Scenario.epoch + Double(number))
                _ = try PushRequest.device(payload, to: token, app: app, priority: .opportunistic, expiration: .once)
            }
        },
        // A change, the request that it causes, and the answer. Each activity is on its own device.
        HotPath(name: "push-scheduled", commands: 1_000) { count in
            let bundle = PushAppID(try BundleID("com.example.food"), .production)
            var scheduler = PushScheduler(
                apps: [PushApp(bundle, kinds: ["delivery": PushKind(attributesType: "DeliveryAttributes")])])
            let changes = try firstMoves(count) { id, owner, number in
                try scheduler.register(
                    token(number), as: .activity(id), installation: InstallationID(rawValue: "device-\(number)"),
                    owner: owner, app: bundle, at: Scenario.epoch)
            }
            _ = scheduler.takeWantedContents()
            _ = scheduler.takeWantedOwners()
            _ = scheduler.takeLedgerChanges()
            return .synchronous { number in
                scheduler.receive(changes[number], at: changes[number].at)
                let orders = scheduler.due(at: changes[number].at)
                guard orders.count == 1 else { throw CostsError(reason: "\(orders.count) pushes for change \(number)") }
                _ = scheduler.answered(orders[0].number, .success(PushAnswer(status: 200)), at: changes[number].at)
                _ = scheduler.takeLedgerChanges()
                _ = scheduler.takeAcknowledgements()
            }
        },
    ]

    private static func token(_ number: Int) throws -> DeviceToken {
        try DeviceToken((0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) &+ UInt8($0) })
    }

    /// One change of each delivery, the courier's position, as the engine passes it to the push scheduler.
    private static func firstMoves(
        _ count: Int, _ register: (ActivityID, OwnerID, Int) throws -> Void
    ) throws -> [Change] {
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        try engine.register(AnyProvider(DeliveryProvider()))
        let moves = Deliveries.moves(count)
        return try (0..<count).map { number in
            let owner = OwnerID(rawValue: "person-\(number)")
            let id = try engine.start(Deliveries.attributes(number), owner: owner, at: Scenario.epoch)
            for event in Deliveries.departure { try engine.send(event, to: id, at: Scenario.epoch) }
            engine.drainChanges { _ in }
            try register(id, owner, number)
            try engine.send(moves[number], to: id, at: Scenario.epoch)
            var changes: [Change] = []
            try engine.drainChanges { pending throws(EngineError) in changes.append(try pending.change()) }
            guard let change = changes.first else { throw CostsError(reason: "move \(number) made no change") }
            return change
        }
    }
}
#else
extension Costs {
    static let ofPushes: [HotPath] = []
}
#endif
