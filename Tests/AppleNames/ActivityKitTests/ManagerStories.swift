import ActivityKit
import LiveActivityTesting
import Testing

/// The managers in `Managers`, each played from start to end. Like this file, they are compiled in Swift 5 and in Swift 6 mode.
@Suite(.timeLimit(.minutes(5))) struct ManagerStories {
    @Test func aSingletonStartsAlertsAndKeepsTheEndForEightMinutes() async throws {
        let phone = try Phone()
        try await phone.use {
            let monitor = LaundryMonitor.shared
            monitor.begin(machine: 3, kilograms: 4.5)
            let activity = try #require(monitor.activity)
            #expect(activity.attributes.load == "4.5 kg")
            #expect(monitor.isWashing)

            let alerts = Notes<AlertConfiguration>()
            phone.runtime.observe { if case .alerted(let alert) = $0.what { alerts.add(alert) } }
            await withCheckedContinuation { done in monitor.cycleChanged(to: "spin") { done.resume() } }
            #expect(activity.content.state.cycle == "spin")
            #expect(alerts.all == [AlertConfiguration(title: "Machine 3", body: "Now it does: spin", sound: .default)])

            await monitor.emptied(hideAtOnce: false)
            #expect(activity.activityState == .ended)
            phone.pass(60)
            #expect(activity.activityState == .ended)
            phone.pass(8 * 60)
            #expect(activity.activityState == .dismissed)
            #expect(activity.content.state.cycle == "spin")
            #expect(Activity<LaundryAttributes>.activities.isEmpty)
        }
    }

    @MainActor
    @Test func aMainActorControllerHoldsUpdatesBackAndSendsTheNewest() async throws {
        let phone = try Phone()
        try await phone.use {
            let controller = WorkoutActivityController()
            controller.begin(plan: "Intervals")
            let activity = try #require(controller.current)
            for rate in 90...99 { controller.show(phase: .work, heartRate: rate) }
            await controller.settle()
            #expect(activity.content.state.heartRate == 99)
            #expect(controller.sent == 1)
            #expect(activity.content.staleDate == .distantFuture)
            #expect(activity.content.relevanceScore == 75)

            await controller.finish(keepFor: 60)
            #expect(activity.activityState == .ended)
            #expect(activity.content.state.phase == .done)
            phone.pass(61)
            #expect(activity.activityState == .dismissed)
        }
    }

    @Test func anActorSeesEveryStateUntilThePersonRemovesIt() async throws {
        let phone = try Phone()
        try await phone.use {
            let store = RideActivityStore()
            try await store.start(rider: "Lin")
            let activity = try #require(Activity<RideAttributes>.activities.first)
            await store.untilSeen()
            await store.update(minutesLeft: 5, stage: .approaching)
            #expect(activity.content.state.stage == .approaching)
            phone.pass(125)
            #expect(activity.activityState == .stale)
            await store.update(minutesLeft: 1, stage: .onBoard)
            #expect(activity.activityState == .active)

            try await phone.runtime.dismiss(activity.activityID)
            await store.untilGone()
            let states = await store.states
            #expect(states == [.active, .stale, .active, .ended, .dismissed])
            #expect(await store.wasRemovedByPerson)
            #expect(await store.id == nil)
        }
    }

    @Test func anActorsOwnEndIsNotThePersons() async throws {
        let phone = try Phone()
        try await phone.use {
            let store = RideActivityStore()
            try await store.start(rider: "Lin")
            await store.arrive()
            await store.untilGone()
            #expect(await store.states.last == .dismissed)
            #expect(await !store.wasRemovedByPerson)
        }
    }

    @MainActor
    @Test func anObservableModelPausesResumesAndCompletes() async throws {
        let phone = try Phone()
        try await phone.use {
            let model = FocusModel()
            model.start(title: "Deep work", minutes: 25)
            #expect(model.isActive)
            #expect(model.remainingText == "25 min")
            let activity = try #require(Activity<FocusAttributes>.activities.first)
            await model.togglePause()
            guard case .paused = try #require(model.mode) else {
                return #expect(Bool(false), "\(String(describing: model.mode))")
            }
            #expect(activity.content.staleDate == nil)
            await model.togglePause()
            model.complete()
            try await activity.activityStateUpdates.until { $0 == .ended }
            #expect(activity.content.state.mode == .complete)
            phone.pass(4)
            #expect(activity.activityState == .dismissed)
        }
    }

    @Test func staticFunctionsFindTheirActivitiesAgain() async throws {
        let phone = try Phone()
        try await phone.use {
            let id = try Parking.start(zone: "A1", plate: "B-XY 1", hours: 1)
            _ = try Parking.start(zone: "A1", plate: "B-XY 2", hours: 2)
            #expect(Parking.plates == ["B-XY 1", "B-XY 2"])
            phone.pass(3_601)
            let first = try #require(Activity<ParkingAttributes>.activities.first { $0.id == id })
            #expect(first.activityState == .stale)
            await Parking.extend(plate: "B-XY 1", by: 3_600)
            #expect(first.activityState == .active)
            await Parking.leave(plate: "B-XY 1")
            #expect(first.activityState == .dismissed)
            #expect(Parking.plates == ["B-XY 2"])
        }
    }

    @MainActor
    @Test func afterARelaunchTheTrackerAdoptsItsFlightAndEndsStrays() async throws {
        let before = try Phone()
        let snapshot = try await before.use {
            try FlightTracker().startIfNeeded(number: "LH 1", gate: "A1")
            try FlightTracker().startIfNeeded(number: "LH 2", gate: "B2")
            await before.runtime.close()
            return try before.runtime.snapshot()
        }

        let after = try Phone()
        try after.runtime.restore(snapshot)
        try await after.use {
            #expect(Activity<FlightAttributes>.activities.map(\.attributes.number) == ["LH 1", "LH 2"])
            let tracker = FlightTracker()
            await tracker.restore(for: "LH 1")
            let activity = try #require(tracker.activity)
            try tracker.startIfNeeded(number: "LH 1", gate: "C3")
            #expect(tracker.activity?.id == activity.id)
            #expect(Activity<FlightAttributes>.activities.map(\.attributes.number) == ["LH 1"])

            await tracker.gateChanged(to: "D4")
            await activity.end(nil, dismissalPolicy: .immediate)
            await tracker.settle()
            #expect(tracker.shown.last == "D4")
            #expect(tracker.activity == nil)
        }
    }

    @Test func tokensReachTheServerAndLeaveWithTheActivity() async throws {
        let phone = try Phone()
        try await phone.use {
            let server = TokenServer()
            let registrar = TokenRegistrar(server: server)
            await registrar.begin()
            let activity = try Activity.request(
                attributes: ScoreAttributes(match: "FRA-ARG"), content: .init(state: .init(), staleDate: nil), pushType: .token)
            #expect(activity.pushToken == nil)
            try await phone.runtime.setPushToken(Data([0xDE, 0xAD, 0x01]), for: activity.activityID)
            await server.until("FRA-ARG=dead01")
            #expect(registrar.currentToken(of: "FRA-ARG") == "dead01")
            try await phone.runtime.setPushToken(Data([0xBE, 0xEF]), for: activity.activityID)
            await server.until("FRA-ARG=beef")
            try await phone.runtime.setPushToStartToken(Data([1, 2]), for: "ScoreAttributes", owner: "app")
            await server.until("start=0102")

            await activity.end(nil, dismissalPolicy: .immediate)
            await registrar.settle()
            await server.until("-FRA-ARG")
            #expect(activity.pushToken == nil)
            await registrar.stop()
        }
    }

    @Test func manyTasksAtOnceLeaveTheNewestContent() async throws {
        let phone = try Phone()
        try await phone.use {
            let progress = try UploadProgress(album: "Lisbon", total: 200)
            await progress.run()
            try await progress.activity.contentUpdates.until { $0.state.done == 200 }
            #expect(progress.activity.content.state == .init(done: 200, total: 200))
            await progress.finish()
            #expect(progress.activity.activityState == .ended)
            phone.pass(4 * 3_600)
            #expect(progress.activity.activityState == .dismissed)
        }
    }

    @MainActor
    @Test func aBoardKeepsItsCapAndTellsTheErrorsApart() async throws {
        let phone = try Phone(EngineConfiguration(limits: EngineLimits(activitiesPerOwner: 4)))
        try await phone.use {
            var board = TimerBoard()
            for label in ["eggs", "rice", "bread", "tea", "cake"] { _ = try await board.add(label, minutes: 5).get() }
            #expect(Activity<KitchenTimerAttributes>.activities.map(\.content.state.label) == ["bread", "tea", "cake"])

            board.cap = 10
            _ = try await board.add("soup", minutes: 5).get()
            #expect(await board.add("stew", minutes: 5).failure == .tooMany)
            for activity in Activity<KitchenTimerAttributes>.activities { await activity.end(nil, dismissalPolicy: .immediate) }
            #expect(await board.add(String(repeating: "long ", count: 1_000), minutes: 5).failure == .tooLarge)
            try await phone.runtime.permit(false, owner: "app")
            #expect(await board.add("tea", minutes: 5).failure == .switchedOff)
            phone.runtime.activityKit.refusal = { _, _ in .visibility }
            try await phone.runtime.permit(true, owner: "app")
            let domain = "ActivityKit.ActivityAuthorizationError"
            #expect(await board.add("tea", minutes: 5).failure == .other(domain: domain, code: 6))
        }
    }

    @Test func aGenericCoordinatorServesAnyAttributes() async throws {
        let phone = try Phone()
        try await phone.use {
            let coordinator = GenericCoordinator<UploadAttributes>()
            let id = try await coordinator.start(UploadAttributes(album: "Rome"), state: .init(done: 0, total: 9))
            await coordinator.update(id) { $0.done += 4 }
            #expect(await coordinator.state(id) == .init(done: 4, total: 9))
            let adopted = try #require(adopt(UploadAttributes.self) { $0.album == "Rome" })
            let again = try await restart(adopted)
            #expect(adopted.activityState == .dismissed)
            #expect(again.content.state == .init(done: 4, total: 9))
            await coordinator.endAll()
            #expect(again.activityState == .active)
        }
    }

    @Test func theFormsOfTheFirstSystemStillDoTheSame() async throws {
        let phone = try Phone()
        try await phone.use {
            let desk: any CloakroomDesk = CloakroomTicket()
            let isTaken = desk.take("217", closesIn: 180)
            #expect(isTaken)
            let activity = try #require(Activity<CloakroomAttributes>.activities.first)
            let seen = Notes<Bool>()
            let observer = desk.watch { seen.add($0.isAtCounter) }
            await desk.bringToCounter()
            await desk.remind()
            #expect(activity.content.state.isAtCounter)
            await desk.give(back: false)
            #expect(activity.activityState == .ended)
            phone.pass(4 * 3_600)
            #expect(activity.activityState == .dismissed)
            await observer?.value
            #expect(seen.all.last == true)
        }
    }

    @Test func aReminderWaitsForItsDateThenAlerts() async throws {
        let phone = try Phone()
        try await phone.use {
            let alerts = Notes<AlertConfiguration>()
            phone.runtime.observe { if case .alerted(let alert) = $0.what { alerts.add(alert) } }
            let reminder = ShowReminder()
            let activity = try reminder.schedule("Hamlet", stage: "2", at: phone.clock.now.addingTimeInterval(3_600))
            #expect(activity.activityState == .pending)
            #expect(alerts.all.isEmpty)
            phone.pass(3_600)
            #expect(activity.activityState == .active)
            await reminder.openDoors(activity)
            #expect(
                alerts.all == [
                    AlertConfiguration(title: "Hamlet", body: "On stage 2", sound: .default),
                    AlertConfiguration(title: "Doors are open", body: "15 minutes, 1.5 km away, stage 2", sound: .default),
                ])
            #expect(activity.content.state.message == "Come in, 15 minutes left")
        }
    }

    @Test func aBridgeFindsActivitiesById() async throws {
        let phone = try Phone()
        try await phone.use {
            let bridge = BridgeModule()
            let answers = Notes<String>()
            bridge.start(
                ["channel": "jobs", "state": #"{"title":"Render","extra":{}}"#, "staleAfter": 60.0],
                resolve: { answers.add(($0 as? [String: Any])?["id"] as? String ?? "?") },
                reject: { code, message, _ in answers.add("\(code) \(message)") })
            let id = try #require(answers.all.first)
            #expect(bridge.list().map { $0["title"] as? String } == ["Render"])
            await withCheckedContinuation { done in
                bridge.update(
                    id, #"{"title":"Render","progress":0.5,"extra":{"scene":"4"}}"#,
                    resolve: { _ in done.resume() }, reject: { _, _, _ in done.resume() })
            }
            #expect(Activity<BridgeAttributes>.activities.first?.content.state.progress == 0.5)
            await withCheckedContinuation { done in bridge.end(id, policy: "30", resolve: { _ in done.resume() }) }
            #expect(bridge.list().map { $0["state"] as? String } == ["ended"])
            phone.pass(31)
            #expect(bridge.list().isEmpty)
            bridge.update(id, "{}", resolve: { _ in }, reject: { code, _, _ in answers.add(code) })
            #expect(answers.all.last == "E_JSON")
        }
    }

    @MainActor
    @Test func aMonitorFollowsThePermission() async throws {
        let phone = try Phone()
        try await phone.use {
            let monitor = ChargingMonitor()
            monitor.show(percent: 40, of: "Zoe")
            monitor.show(percent: 41, of: "Zoe")
            await monitor.settle()
            let activity = try #require(Activity<ChargingAttributes>.activities.first)
            #expect(activity.content.state.percent == 41)
            try await phone.runtime.permit(false, owner: "app")
            #expect(activity.activityState == .dismissed)
            monitor.show(percent: 42, of: "Zoe")
            await monitor.settle()
            #expect(!monitor.isAllowed)
            monitor.hide()
            await monitor.settle()
            #expect(Activity<ChargingAttributes>.activities.isEmpty)
        }
    }

    @MainActor
    @Test func anObservableObjectEndsOrphansBeforeItStarts() async throws {
        let phone = try Phone()
        try await phone.use {
            let orphan = try Activity.request(
                attributes: BreathingAttributes(totalBreaths: 1),
                content: .init(state: .init(breath: 0, endsAt: .now), staleDate: nil))
            let session = BreathingSession()
            session.start(breaths: 5)
            session.start(breaths: 9)
            await session.settle()
            #expect(orphan.activityState == .dismissed)
            #expect(session.breath == 5)
            let activity = try #require(session.activity)
            #expect(Activity<BreathingAttributes>.activities.map(\.id) == [activity.id])
            #expect(activity.line.hasPrefix("BreathingAttributes ended: "))
            phone.pass(4)
            #expect(activity.activityState == .dismissed)
        }
    }

    @Test func extensionsOfActivityKitsTypesWork() async throws {
        let phone = try Phone()
        try await phone.use {
            let holder = QueueHolder()
            holder.join("Ride")
            let activity = try #require(holder.activity)
            #expect(activity.activityState.title == "on")
            for number in [8, 7, 6, 5, 4] {
                holder.moveUp()
                try await activity.contentUpdates.until { $0.state.number == number }
            }
            #expect(activity.isNearlyThere)
            #expect(Activity.running(on: "Ride").map(\.id) == [activity.id])
            holder.close {}
            try await activity.activityStateUpdates.until { $0 == .dismissed }
            #expect(activity.content == .position(1))
        }
    }
}

private actor TokenServer: TokenUploading {
    private var log: [String] = []
    private var waiting: [(String, CheckedContinuation<Void, Never>)] = []

    func upload(_ token: String, for name: String) { note("\(name)=\(token)") }
    func remove(_ name: String) { note("-\(name)") }

    func until(_ line: String) async {
        if log.contains(line) { return }
        await withCheckedContinuation { waiting.append((line, $0)) }
    }

    private func note(_ line: String) {
        log.append(line)
        for (wanted, continuation) in waiting where wanted == line { continuation.resume() }
        waiting.removeAll { $0.0 == line }
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
