#if Push
import LiveActivityCore
public import LiveActivityJSON

extension Fleet {
    // MARK: - What the app does

    /// Starts an activity in the app, which is in the foreground, and registers its update token.
    ///
    /// - Parameter channel: A broadcast channel that the activity follows; it then has no token of its own.
    /// - Returns: The activity; `nil` if the owner does not allow it, the device has too many, or the attributes or content
    ///   cannot be decoded.
    @discardableResult
    public mutating func start(
        _ attributesType: String, attributes: JSONText, content: JSONText, on device: Int, channel: String? = nil
    ) -> FleetActivity? {
        guard let kind = kinds.firstIndex(where: { $0.attributesType == attributesType }).map({ UInt8($0) }),
            !flags[device].contains(.noPermission), rows(of: UInt32(device)).count < configuration.activitiesPerDevice
        else { return nil }
        let attributesNumber = contents.use(attributes.bytes, kind: kind | 64, kinds[Int(kind)].decodeAttributes)
        let contentNumber = contents.use(content.bytes, kind: kind, kinds[Int(kind)].decodeContent)
        guard contents.isValid(attributesNumber), contents.isValid(contentNumber) else {
            contents.release(attributesNumber)
            contents.release(contentNumber)
            return nil
        }
        contents.use(contentNumber)
        let row = add(
            FleetRow(
                device: UInt32(device), number: 0, generation: 0, kind: kind, attributes: attributesNumber,
                newest: contentNumber, shown: contentNumber, timestamp: clock.rounded(.down),
                shownTimestamp: clock.rounded(.down), shownAt: clock, startedAt: clock, staleDate: nil, relevance: 0))
        noteDrawing(row, isAlert: false)
        if let channel { follow(channel, row) } else { grantToken(row) }
        return activity(rows[Int(row)])
    }

    /// Opens the app: it registers all its tokens, and replaces an invalid push-to-start token.
    public mutating func openApp(on device: Int) {
        flags[device].remove(.closedApp)
        if flags[device].contains(.startTokenLost) { rotateStartToken(on: device) }
        planRegistration(of: UInt32(device))
        for row in rows(of: UInt32(device)) where rows[Int(row)].hasToken { plan(.registerActivity, row, at: clock + 1) }
    }

    /// Closes the app: it registers no tokens and sends no confirmations until ``openApp(on:)``.
    public mutating func closeApp(on device: Int) { flags[device].insert(.closedApp) }

    /// Replaces the device's push-to-start token. The app registers the new one.
    public mutating func rotateStartToken(on device: Int) {
        noteStartTokens(UInt32(device), isValid: false)
        startGeneration[device] &+= 1
        flags[device].remove(.startTokenLost)
        noteStartTokens(UInt32(device), isValid: true)
        planRegistration(of: UInt32(device))
    }

    /// Makes the push-to-start token invalid without a report to the app or the service.
    ///
    /// Source: Documentation/Reference.md, UNC-31.
    public mutating func loseStartToken(on device: Int) { flags[device].insert(.startTokenLost) }

    /// Replaces the update tokens of a device's activities. The app registers the new ones.
    public mutating func rotateActivityTokens(on device: Int) {
        for row in rows(of: UInt32(device)) where rows[Int(row)].hasToken { rotate(row) }
    }

    // MARK: - What the owner does

    /// Sets if the device is online.
    public mutating func setOnline(_ isOnline: Bool, device: Int) {
        guard flags[device].contains(.offline) == isOnline else { return }
        if isOnline {
            flags[device].remove(.offline)
            deliverStored(to: UInt32(device))
        } else {
            flags[device].insert(.offline)
        }
    }

    /// Sets if the owner allows Live Activities. Forbidding them removes the existing ones.
    public mutating func setPermission(_ isAllowed: Bool, device: Int) {
        guard flags[device].contains(.noPermission) == isAllowed else { return }
        if isAllowed {
            flags[device].remove(.noPermission)
        } else {
            flags[device].insert(.noPermission)
            for row in rows(of: UInt32(device)) { dismiss(row) }
        }
        report(UInt32(device), .permission(isAllowed))
    }

    /// Removes an activity from the Lock Screen, as its owner would.
    public mutating func remove(_ activity: FleetActivity, on device: Int) {
        guard let row = rows(of: UInt32(device)).first(where: { rows[Int($0)].number == activity.number }) else { return }
        remove(row)
    }

    // MARK: - Inside

    /// Sets the initial state of a device: its owner's choices, and its first tokens.
    mutating func begin(_ device: UInt32) {
        let subject = UInt64(device)
        func isSo(_ purpose: Purpose, _ share: Double) -> Bool { share > 0 && chance(purpose, subject) < share }
        var own: DeviceFlags = []
        if isSo(.iPad, configuration.iPads) { own.insert(.iPad) }
        if isSo(.frequent, configuration.frequentUpdates) { own.insert(.frequentUpdates) }
        if isSo(.permission, configuration.withoutPermission) { own.insert(.noPermission) }
        if isSo(.closed, configuration.closedApps) { own.insert(.closedApp) }
        if isSo(.lost, configuration.silentlyDeadStartTokens) { own.insert(.startTokenLost) }
        flags[Int(device)] = own
        noteStartTokens(device, isValid: true)
        planRegistration(of: device)
        if isSo(.travelling, configuration.travelling) { planTravel(device, number: 0) }
        if let delay = delay(perHour: configuration.permissionsLostPerHour, chance(.permissionLost, subject)) {
            queue.add(FleetEvent(at: clock + delay, what: .losePermission, index: device, detail: 0))
        }
    }

    /// Executes a planned event.
    mutating func happen(_ event: FleetEvent) {
        switch event.what {
        case .startArrival, .activityArrival: arrive(event)
        case .registerStart: registerStart(event.index)
        case .losePermission: setPermission(false, device: Int(event.index))
        case .travel: travel(event.index, number: event.detail)
        default: if isCurrent(event) { live(event.what, event.index) }
        }
    }

    private mutating func live(_ what: FleetEvent.What, _ index: UInt32) {
        let row = Int(index)
        switch what {
        case .draw: draw(index)
        case .stale: if rows[row].state == .active, let date = rows[row].staleDate, date <= clock { rows[row].state = .stale }
        case .timeLimit: if rows[row].state != .ended { end(index, dismissal: nil) }
        case .dismissal: if rows[row].state == .ended { dismiss(index) }
        case .registerActivity: registerActivity(index)
        case .rotate: if rows[row].hasToken { rotate(index) }
        case .remove: remove(index)
        case .receipt:
            report(
                rows[row].device, .receipt(activity(rows[row]), timestamp: Date(timeIntervalSince1970: rows[row].timestamp)))
        case .startArrival, .activityArrival, .registerStart, .losePermission, .travel: break
        }
    }

    private mutating func remove(_ index: UInt32) {
        let row = rows[Int(index)]
        let activity = activity(row)
        dismiss(index)
        if !flags[Int(row.device)].contains(.closedApp) { report(row.device, .dismissed(activity)) }
    }

    mutating func receipt(_ index: UInt32) {
        guard configuration.sendsReceipts, rows[Int(index)].number != 0 else { return }
        guard !flags[Int(rows[Int(index)].device)].contains(.closedApp) else { return }
        plan(.receipt, index, at: clock + 1)
    }

    mutating func report(_ device: UInt32, _ what: FleetReport.What) {
        reports.append(FleetReport(at: now, device: Int(device), what: what))
    }

    mutating func follow(_ channel: String, _ row: UInt32) {
        let number = channelNumbers[channel] ?? followers.count
        if number == followers.count {
            channelNumbers[channel] = number
            followers.append([])
        }
        followers[number].append(FleetFollower(row: row, number: rows[Int(row)].number))
        rows[Int(row)].channel = Int32(number)
    }

    // MARK: - Tokens

    func startToken(_ device: UInt32, kind: UInt8) -> String {
        FleetToken(.pushToStart, kind: kind, generation: UInt32(startGeneration[Int(device)]), index: device)
            .text(seed: configuration.seed)
    }

    private func token(_ row: UInt32) -> String {
        FleetToken(.activity, generation: rows[Int(row)].generation, index: row).text(seed: configuration.seed)
    }

    private mutating func noteStartTokens(_ device: UInt32, isValid: Bool) {
        for kind in kinds.indices {
            tokenChanges.append(
                FleetTokenChange(
                    at: now, token: startToken(device, kind: UInt8(kind)), kind: .pushToStart, isValid: isValid))
        }
    }

    private mutating func note(_ row: UInt32, isValid: Bool) {
        tokenChanges.append(FleetTokenChange(at: now, token: token(row), kind: .activity, isValid: isValid))
    }

    private mutating func planRegistration(of device: UInt32) {
        let delay = pick(
            configuration.registrationDelay, chance(.registration, UInt64(device), UInt64(startGeneration[Int(device)])))
        queue.add(FleetEvent(at: clock + delay, what: .registerStart, index: device, detail: 0))
    }

    private mutating func registerStart(_ device: UInt32) {
        guard !flags[Int(device)].contains(.closedApp), !flags[Int(device)].contains(.noPermission) else { return }
        for kind in kinds.indices {
            report(
                device,
                .pushToStartToken(startToken(device, kind: UInt8(kind)), attributesType: kinds[kind].attributesType))
        }
    }

    /// Gives an activity its first or another token.
    mutating func grantToken(_ index: UInt32) {
        let row = Int(index)
        rows[row].hasToken = true
        rows[row].generation &+= 1
        note(index, isValid: true)
        let subject = UInt64(rows[row].number)
        let number = UInt64(rows[row].generation)
        plan(
            .registerActivity, index,
            at: clock + pick(configuration.registrationDelay, chance(.registration, ~subject, number)))
        if let delay = delay(perHour: configuration.rotationsPerHour, chance(.rotation, subject, number)) {
            plan(.rotate, index, at: clock + delay)
        }
    }

    private mutating func registerActivity(_ index: UInt32) {
        let row = rows[Int(index)]
        guard row.hasToken, !flags[Int(row.device)].contains(.closedApp) else { return }
        report(row.device, .activityToken(token(index), activity(row)))
    }

    private mutating func rotate(_ index: UInt32) {
        revokeToken(index)
        grantToken(index)
    }

    mutating func revokeToken(_ index: UInt32) {
        guard rows[Int(index)].hasToken else { return }
        note(index, isValid: false)
        rows[Int(index)].hasToken = false
    }

    // MARK: - Travel

    private mutating func planTravel(_ device: UInt32, number: UInt32) {
        let isOnline = !flags[Int(device)].contains(.offline)
        let mean = isOnline ? configuration.onlineAndOffline.online : configuration.onlineAndOffline.offline
        guard let delay = delay(perHour: 3_600 / mean, chance(.travel, UInt64(device), UInt64(number))) else { return }
        queue.add(FleetEvent(at: clock + delay, what: .travel, index: device, detail: number))
    }

    private mutating func travel(_ device: UInt32, number: UInt32) {
        setOnline(flags[Int(device)].contains(.offline), device: Int(device))
        planTravel(device, number: number + 1)
    }
}
#endif
