// Activities that were not restored, because their kind has no provider or the provider refuses them. They exist for their
// owners, who may have them on a screen, but not for commands that name one activity.
extension Engine {
    /// Ends an owner's activities that were not restored. Their changes are reported when they are
    /// (``ActivityRecord/Extras/unreportedEnd``).
    ///
    /// Takes time proportional to the number of all such activities. An index by owner would need memory for each of them, and
    /// the commands that end all activities of an owner are rare.
    ///
    /// - Returns: Whether any activity ends.
    mutating func endUnrestored(
        of owner: OwnerID, _ kind: ActivityKind?, by reason: ActivityRecord.UnreportedEnd.Reason,
        policy: ActivityUIDismissalPolicy
    ) -> Bool {
        guard !inert.isEmpty || !unreadable.isEmpty || !refused.isEmpty else { return false }
        let (now, dismissal) = (date, Date(timeIntervalSinceReferenceDate: dismissal(by: policy)))
        var ended: [ActivityID] = []
        func end(_ activity: inout ActivityRecord) {
            if activity.owner == owner, activity.end(by: reason, at: now, dismissal: dismissal) { ended.append(activity.id) }
        }
        for slab in slabs where kind == nil || slab.provider.kind == kind {
            modify(&inert[slab.ordinal]) { waiting in
                for index in waiting.activities.indices { end(&waiting.activities[index]) }
                for index in waiting.unreadable.indices { waiting.unreadable[index].change(restoringDecoder, encoder, end) }
            }
            modify(&unreadable[slab.ordinal]) { activities in
                for index in activities.indices { activities[index].change(restoringDecoder, encoder, end) }
            }
        }
        for index in refused.indices where kind == nil || slabs[refused[index].id.kind].provider.kind == kind {
            end(&refused[index])
        }
        dirtySet?.unrestored.formUnion(ended)
        return !ended.isEmpty
    }

    /// The records of activities that were not restored, by id, each with its kind. The store has their attributes.
    func unrestored(_ ids: Set<ActivityID>) -> [(record: ActivityRecord, kind: ActivityKind)] {
        guard !ids.isEmpty else { return [] }
        let records = inert.values.flatMap(\.activities) + refused
        return records.filter { ids.contains($0.id) }.sorted { $0.id < $1.id }.map { record in
            var record = record
            record.attributes = nil
            return (record, slabs[record.id.kind].provider.kind)
        }
    }
}

/// Changes a value of a dictionary in place, if there is one.
private func modify<Value>(_ value: inout Value?, _ body: (inout Value) -> Void) {
    guard var taken = value.take() else { return }
    body(&taken)
    value = taken
}

extension ActivityRecord.UnreportedEnd.Reason {
    var endReason: Change.EndReason {
        switch self {
        case .host: .host
        case .permission: .permission
        }
    }
}

extension UnreadableActivity {
    /// Changes the record of an activity that only its provider cannot read.
    fileprivate mutating func change(
        _ decoder: WireDecoder, _ encoder: WireEncoder, _ body: (inout ActivityRecord) -> Void
    ) {
        // Of a record that cannot be decoded, nothing is known that could be changed.
        guard var record = try? decoder.decode(ActivityRecord.self, from: json.bytes), record.id == id else { return }
        let before = record
        body(&record)
        // Everything that was decoded can be encoded.
        guard record != before, let bytes = try? encoder.encode(record) else { return }
        json = JSONText(trusted: bytes)
    }
}
