#if Push
import LiveActivityCore

extension Fleet {
    // MARK: - A push at a device

    /// Handles the arrival of a push at a device.
    mutating func arrive(_ event: FleetEvent) {
        defer { release(push: event.detail) }
        let isStart = event.what == .startArrival
        guard isStart || rows[Int(event.index)].number == event.extra else {
            statistics.received += 1
            return drop(.unknownToken)
        }
        let device = isStart ? event.index : rows[Int(event.index)].device
        guard !flags[Int(device)].contains(.offline) else {
            return carry(event.detail, event.what, to: event.index, extra: event.extra, device: device)
        }
        // A push that is older than the current content does not count against the budget.
        let isOld = !isStart && pushes[Int(event.detail)].timestamp < rows[Int(event.index)].timestamp
        if !isOld, pushes[Int(event.detail)].priority >= 10, isOverBudget(device) { return throttle(event, device) }
        statistics.received += 1
        if let reason = isStart ? start(event.detail, kind: event.extra, on: device) : show(event.detail, on: event.index) {
            drop(reason)
        }
    }

    /// Delays a push until the next hour. Of several delayed pushes only the newest is shown.
    private mutating func throttle(_ event: FleetEvent, _ device: UInt32) {
        statistics.throttled += 1
        pushes[Int(event.detail)].uses += 1
        let hour = (clock / 3_600).rounded(.down) * 3_600 + 3_600
        let age = min(1, max(0, (hour - pushes[Int(event.detail)].timestamp) / 7_200))
        var later = event
        later.at = hour + 60 * chance(.hour, UInt64(device)) + age
        queue.add(later)
    }

    private mutating func isOverBudget(_ device: UInt32) -> Bool {
        let hour = UInt32(clock / 3_600)
        let index = Int(device)
        if budgetHour[index] != hour { (budgetHour[index], budgetUsed[index]) = (hour, 0) }
        let budget =
            flags[index].contains(.frequentUpdates) ? configuration.frequentBudgetPerHour : configuration.budgetPerHour
        guard budgetUsed[index] < budget else { return true }
        budgetUsed[index] += 1
        return false
    }

    /// - Returns: The reason why nothing was started; `nil` if an activity was started.
    private mutating func start(_ number: UInt32, kind: UInt32, on device: UInt32) -> FleetDrop? {
        let push = pushes[Int(number)]
        guard push.event == .start else { return .wrongEvent }
        guard !flags[Int(device)].contains(.noPermission) else { return .noPermission }
        guard push.isAlert else { return .missingAlert }
        let kind = UInt8(kind)
        guard push.attributesType == kinds[Int(kind)].attributesType, let bytes = push.attributes else {
            return .unknownAttributes
        }
        guard rows(of: device).count < configuration.activitiesPerDevice else { return .tooManyActivities }
        let attributes = contents.use(bytes, kind: kind | 64, kinds[Int(kind)].decodeAttributes)
        guard contents.isValid(attributes) else {
            contents.release(attributes)
            return .unknownAttributes
        }
        guard let content = content(of: number, kind: kind) else {
            contents.release(attributes)
            return .undecodableContent
        }
        if rows(of: device).contains(where: { rows[Int($0)].attributes == attributes && rows[Int($0)].state != .ended }) {
            statistics.duplicateStarts += 1
        }
        let row = add(
            FleetRow(
                device: device, number: 0, generation: 0, kind: kind, attributes: attributes, newest: content,
                shown: content, timestamp: push.timestamp, shownTimestamp: push.timestamp, shownAt: clock, startedAt: clock,
                staleDate: push.staleDate, relevance: push.relevance))
        contents.use(content)
        statistics.started += 1
        statistics.alerts += 1
        noteDrawing(row, isAlert: true)
        if let channel = push.channel { follow(channel, row) }
        if push.channel == nil || push.wantsToken { grantToken(row) }
        return nil
    }

    /// - Returns: The reason why the push was ignored; `nil` if it was not.
    private mutating func show(_ number: UInt32, on index: UInt32) -> FleetDrop? {
        let push = pushes[Int(number)]
        let row = Int(index)
        guard push.event != .start else { return .wrongEvent }
        guard rows[row].state != .ended else { return .ended }
        guard
            push.timestamp > rows[row].timestamp
                || (push.timestamp == rows[row].timestamp && configuration.acceptsEqualTimestamps)
        else { return .olderTimestamp }
        if push.content != nil || push.event == .update {
            guard let content = content(of: number, kind: rows[row].kind) else { return .undecodableContent }
            contents.release(rows[row].newest)
            rows[row].newest = content
        }
        rows[row].timestamp = push.timestamp
        rows[row].relevance = push.relevance
        rows[row].staleDate = push.staleDate
        if rows[row].state == .stale { rows[row].state = .active }
        if push.event == .update { planStale(index) }
        if push.isAlert { statistics.alerts += 1 }
        if push.event == .end {
            draw(index, isAlert: push.isAlert)
            end(index, dismissal: push.dismissalDate)
        } else {
            planDrawing(index, isAlert: push.isAlert)
        }
        receipt(index)
        return nil
    }

    // MARK: - Drawing

    private mutating func planDrawing(_ index: UInt32, isAlert: Bool) {
        let row = Int(index)
        let earliest = rows[row].shownAt + configuration.drawingInterval
        if isAlert || earliest <= clock { return draw(index, isAlert: isAlert) }
        guard !rows[row].isDrawingPlanned else { return }
        rows[row].isDrawingPlanned = true
        queue.add(FleetEvent(at: earliest, what: .draw, index: index, detail: rows[row].number))
    }

    mutating func draw(_ index: UInt32, isAlert: Bool = false) {
        let row = Int(index)
        rows[row].isDrawingPlanned = false
        // An alert has already drawn the newest content before this planned date.
        guard isAlert || rows[row].shown != rows[row].newest || rows[row].shownTimestamp != rows[row].timestamp else { return }
        if rows[row].timestamp < rows[row].shownTimestamp { statistics.olderAfterNewer += 1 }
        contents.use(rows[row].newest)
        contents.release(rows[row].shown)
        rows[row].shown = rows[row].newest
        rows[row].shownTimestamp = rows[row].timestamp
        rows[row].shownAt = clock
        noteDrawing(index, isAlert: isAlert)
    }

    mutating func noteDrawing(_ index: UInt32, isAlert: Bool) {
        statistics.drawings += 1
        guard recordsDrawings else { return }
        let row = rows[Int(index)]
        drawings.append(
            FleetDrawing(
                device: Int(row.device), activity: row.number, timestamp: Date(timeIntervalSince1970: row.shownTimestamp),
                at: now, isAlert: isAlert))
    }

    // MARK: - Life

    /// Adds a row with a new number, and plans its ends.
    mutating func add(_ new: FleetRow) -> UInt32 {
        activitiesEver += 1
        var row = new
        row.number = activitiesEver
        row.next = firstRow[Int(row.device)]
        let index: UInt32
        if let free = freeRows.popLast() {
            index = free
            row.generation = rows[Int(index)].generation
            rows[Int(index)] = row
        } else {
            index = UInt32(rows.count)
            rows.append(row)
        }
        firstRow[Int(row.device)] = index
        plan(.timeLimit, index, at: clock + 8 * 3_600)
        planStale(index)
        if let delay = delay(perHour: configuration.removalsPerHour, chance(.removal, UInt64(row.number))) {
            plan(.remove, index, at: clock + delay)
        }
        return index
    }

    func isCurrent(_ event: FleetEvent) -> Bool { rows[Int(event.index)].number == event.detail }

    mutating func plan(_ what: FleetEvent.What, _ index: UInt32, at date: Double) {
        queue.add(FleetEvent(at: date, what: what, index: index, detail: rows[Int(index)].number))
    }

    private mutating func planStale(_ index: UInt32) {
        if let date = rows[Int(index)].staleDate { plan(.stale, index, at: max(date, clock)) }
    }

    /// Ends an activity, which then stays visible for at most four hours.
    mutating func end(_ index: UInt32, dismissal: Double?) {
        let row = Int(index)
        rows[row].state = .ended
        revokeToken(index)
        let latest = clock + 4 * 3_600
        let date = min(dismissal ?? latest, latest)
        if date <= clock { dismiss(index) } else { plan(.dismissal, index, at: date) }
    }

    /// Removes an activity from its device.
    mutating func dismiss(_ index: UInt32) {
        revokeToken(index)
        let row = rows[Int(index)]
        contents.release(row.newest)
        contents.release(row.shown)
        contents.release(row.attributes)
        if firstRow[Int(row.device)] == index {
            firstRow[Int(row.device)] = row.next
        } else if let before = rows(of: row.device).first(where: { rows[Int($0)].next == index }) {
            rows[Int(before)].next = row.next
        }
        rows[Int(index)].number = 0
        rows[Int(index)].next = .max
        freeRows.append(index)
    }
}
#endif
