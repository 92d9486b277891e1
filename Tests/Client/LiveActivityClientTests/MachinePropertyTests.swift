import Foundation
import LiveActivityTesting
import Testing

@testable import LiveActivityClient

/// Random stories of a device, a network that loses requests and responses, and processes that are killed. When the network
/// works again, the service has the state of the device.
struct MachinePropertyTests {
    /// The state of the service.
    private struct Service {
        var tokens: [String: String] = [:]
        var permission: [String: Bool] = [:]
        var activities: [ServiceRecord] = []
        var isAway = false

        mutating func receive(_ request: ServiceRequest) -> Answer {
            if isAway { return .response(status: 503) }
            let body = (try? JSONSerialization.jsonObject(with: request.body)) as? [String: Any] ?? [:]
            switch request.path[1] {
            case "tokens":
                let target = body["start"].map { "start \($0)" } ?? "activity \(body["activity"] ?? "")"
                tokens[target] = body["token"] as? String
                return .response(status: 201)
            case "permission":
                permission[body["kind"] as? String ?? "all"] = (body["allowed"] as? NSNumber)?.boolValue
                return .response(status: 200)
            case "activities":
                guard let index = activities.firstIndex(where: { $0.id == request.path[2] }) else {
                    return .response(status: 404, code: "unknownActivity")
                }
                activities.remove(at: index)
                return .response(status: 200)
            default: return .response(status: 204)
            }
        }
    }

    private struct World {
        let seed: UInt64
        var random: SeededGenerator
        var now = Date(timeIntervalSinceReferenceDate: 800_000_000)
        var machine: ClientMachine
        var file: StoredState
        var service = Service()
        var requests: [ServiceRequest] = []
        var lists: [Int] = []
        /// The device: its activities with their titles and tokens, its start token, the permission.
        var device: [String: (title: String, token: String?)] = [:]
        var startToken: String?
        var permission: [String: Bool] = [:]
        var number = 0

        init(seed: UInt64) {
            self.seed = seed
            random = SeededGenerator(seed: seed)
            file = StoredState(
                service: "s", owner: "anna", installation: Installation(id: "p", secret: String(repeating: "s", count: 32)))
            machine = ClientMachine(
                file, app: ClientApp(bundle: "b", environment: .sandbox), seed: seed, at: now)
        }

        static func attributes(_ title: String) -> String { #"{"title":"\#(title)"}"# }

        var present: ActivityEvent {
            .present(
                device.sorted { $0.key < $1.key }.map {
                    DeviceActivity(id: $0.key, attributes: Self.attributes($0.value.title), token: $0.value.token)
                }, startToken: startToken)
        }

        mutating func carryOut(_ effects: [Effect]) {
            var isDirty = machine.stored != file
            for effect in effects {
                switch effect {
                case .store: (file, isDirty) = (machine.stored, false)
                case .send(let request):
                    if isDirty { Issue.record("seed \(seed): a request is sent before its state is stored") }
                    requests.append(request)
                case .list(_, let attempt): lists.append(attempt)
                case .end(let activity, _):
                    device[activity] = nil
                    carryOut(machine.receive(.removed(activity: activity), of: "k", at: now))
                case .replaceInstallation, .report: break
                }
            }
        }

        mutating func report(_ event: ActivityEvent) { carryOut(machine.receive(event, of: "k", at: now)) }

        mutating func step() {
            number += 1
            switch Int.random(in: 0..<14, using: &random) {
            case 0:
                startToken = "start\(number)"
                report(.startToken("start\(number)"))
            case 1:
                // A push starts an activity.
                let title = "t\(number)"
                service.activities.append(
                    ServiceRecord(id: "s\(number)", state: "active", attributes: Self.attributes(title)))
                device["d\(number)"] = (title, nil)
                report(.appeared(DeviceActivity(id: "d\(number)", attributes: Self.attributes(title))))
            case 2, 3:
                guard let id = device.keys.sorted().randomElement(using: &random) else { return }
                device[id]?.token = "token\(number)"
                report(.updateToken(activity: id, token: "token\(number)"))
            case 4:
                guard let id = device.keys.sorted().randomElement(using: &random) else { return }
                device[id] = nil
                report(.removed(activity: id))
            case 5: report(.shown)
            case 6:
                let isAllowed = Bool.random(using: &random)
                let kind = Bool.random(using: &random) ? "all" : "k"
                permission[kind] = isAllowed
                carryOut(machine.setPermission(kind == "all" ? .all : .kind(kind), isAllowed, at: now))
            case 7: service.isAway.toggle()
            case 8:
                // The process is killed. What is in flight arrives or is lost; ActivityKit has a new token meanwhile.
                for request in requests where Bool.random(using: &random) { _ = service.receive(request) }
                (requests, lists) = ([], [])
                if Bool.random(using: &random) { startToken = "start\(number)" }
                if Bool.random(using: &random), let id = device.keys.sorted().randomElement(using: &random) { device[id] = nil }
                machine = ClientMachine(
                    file, app: ClientApp(bundle: "b", environment: .sandbox), seed: seed + UInt64(number), at: now)
                carryOut(machine.advance(to: now))
                report(present)
            case 9: wait(Double.random(in: 0..<40, using: &random))
            default: answer()
            }
        }

        /// Answers one request or list: both, or neither, of request and response may be lost.
        mutating func answer() {
            if !lists.isEmpty, Bool.random(using: &random) {
                let attempt = lists.removeFirst()
                let answer: ListAnswer =
                    service.isAway ? .other(.failed("away")) : .records(service.activities, isComplete: true)
                return carryOut(machine.listed("k", attempt: attempt, answer, at: now))
            }
            guard !requests.isEmpty else { return }
            let request = requests.remove(at: Int.random(in: 0..<requests.count, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: carryOut(machine.answered(request.id, .failed("lost"), at: now))
            case 1:
                _ = service.receive(request)
                carryOut(machine.answered(request.id, .failed("its response is lost"), at: now))
            default:
                let answer = service.receive(request)
                carryOut(machine.answered(request.id, answer, at: now))
                // A response twice.
                if Int.random(in: 0..<4, using: &random) == 0 { carryOut(machine.answered(request.id, answer, at: now)) }
            }
        }

        mutating func wait(_ seconds: Double) {
            now += seconds
            carryOut(machine.advance(to: now))
        }

        /// Everything arrives until nothing waits.
        mutating func settle() throws {
            service.isAway = false
            for _ in 0..<2_000 {
                if !requests.isEmpty {
                    let request = requests.removeFirst()
                    carryOut(machine.answered(request.id, service.receive(request), at: now))
                } else if !lists.isEmpty {
                    let attempt = lists.removeFirst()
                    carryOut(machine.listed("k", attempt: attempt, .records(service.activities, isComplete: true), at: now))
                } else if let deadline = machine.nextDeadline {
                    now = max(now, deadline)
                    carryOut(machine.advance(to: now))
                } else {
                    return
                }
            }
            Issue.record("seed \(seed): it sends without end")
        }
    }

    @Test(arguments: SeededGenerator.seeds(300)) func theServiceGetsWhatTheDeviceHas(seed: UInt64) throws {
        var world = World(seed: seed)
        world.report(world.present)
        for _ in 0..<Int.random(in: 5..<150, using: &world.random) { world.step() }
        try world.settle()

        #expect(world.machine.stored.pending == [], "seed \(seed)")
        #expect(world.file == world.machine.stored, "seed \(seed)")
        #expect(world.service.permission == world.permission, "seed \(seed)")
        if let token = world.startToken { #expect(world.service.tokens["start k"] == token, "seed \(seed)") }
        for (id, shown) in world.device {
            guard let record = world.service.activities.first(where: { $0.attributes == World.attributes(shown.title) }) else {
                Issue.record("seed \(seed): \(id) is on the device, and the service does not have it")
                continue
            }
            if let token = shown.token {
                #expect(world.service.tokens["activity \(record.id)"] == token, "seed \(seed): \(id)")
            }
        }
        // The client has dropped removed activities only.
        #expect(world.machine.stored.activities.keys.sorted() == world.device.keys.sorted(), "seed \(seed)")
    }

    /// Without another report of ActivityKit.
    @Test(arguments: SeededGenerator.seeds(200)) func theFileAloneIsEnough(seed: UInt64) throws {
        var world = World(seed: seed)
        world.report(world.present)
        for _ in 0..<Int.random(in: 5..<60, using: &world.random) { world.step() }
        (world.requests, world.lists) = ([], [])
        world.machine = ClientMachine(
            world.file, app: ClientApp(bundle: "b", environment: .sandbox), seed: seed, at: world.now)
        world.carryOut(world.machine.advance(to: world.now))
        let waiting = world.file.pending.filter {
            if case .updateToken(let id, _) = $0.what { world.file.activities[id]?.service == nil } else { false }
        }
        try world.settle()
        #expect(world.machine.stored.pending == waiting, "seed \(seed)")
        #expect(world.service.permission == world.permission, "seed \(seed)")
        if let token = world.startToken { #expect(world.service.tokens["start k"] == token, "seed \(seed)") }
    }
}
