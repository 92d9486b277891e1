import LiveActivityCore

extension ActivityRecord {
    /// - Parameter attributes: `nil` where the store has them.
    init(
        _ activity: Snapshot.Activity, _ provider: AnyProvider, attributes: JSONText?, topics: [Topic], extras: JSONText?
    ) {
        self.init(
            id: activity.id, owner: activity.owner, kind: provider.kind, key: activity.key, state: activity.state,
            revision: activity.revision, attributes: attributes, attributesBytes: activity.attributesBytes, topics: topics,
            content: activity.content, schemaVersion: provider.schemaVersion, startedAt: activity.startedAt,
            wakeDate: activity.wakeDate, closingDate: activity.closingDate, timestamp: activity.timestamp,
            order: activity.order, alerts: activity.alerts, alertsSince: activity.alertsSince, usesLeft: activity.usesLeft,
            extras: extras)
    }

    /// The activity as the engine knows it.
    func snapshot(_ extras: Snapshot.Extras?) -> Snapshot.Activity {
        Snapshot.Activity(
            id: id, owner: owner, key: key, state: state, revision: revision, attributes: attributes ?? JSONText(.null),
            attributesBytes: attributesBytes, content: content, wakeDate: wakeDate, closingDate: closingDate,
            startedAt: startedAt, timestamp: timestamp, order: order, alerts: alerts, alertsSince: alertsSince,
            usesLeft: usesLeft, schemaVersion: schemaVersion == 1 ? nil : schemaVersion, extras: extras)
    }
}
