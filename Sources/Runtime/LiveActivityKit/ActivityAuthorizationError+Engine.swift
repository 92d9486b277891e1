import LiveActivities

extension ActivityAuthorizationError {
    /// ActivityKit's error for an error of the engine; `nil` if ActivityKit has no equivalent.
    init?(_ error: EngineError) {
        switch error {
        case .denied, .permissionsDamaged, .dismissedByPerson: self = .denied
        case .tooManyActivitiesOfOwner: self = .targetMaximumExceeded
        case .tooManyActivities: self = .globalMaximumExceeded
        case .payloadTooLarge, .alertTooLarge: self = .attributesTooLarge
        case .unknownKind, .ambiguousKind: self = .unsupportedTarget
        case .unknownActivity, .nothingRunning: self = .malformedActivityIdentifier
        case .changesNotDrained: self = .persistenceFailure
        case .wrongType, .activityEnded, .alreadyRunning, .surfaceTakesNoActions, .undecodable, .unencodable, .refused,
            .invalidValue, .wakeNotInFuture, .alertRequired, .staleDateInPast, .endDateInPast, .implausibleDate, .invalidLease,
            .relevanceNotFinite, .cannotRegister, .cannotRestore, .tooLong:
            return nil
        }
    }

    /// ActivityKit's error for an error of the runtime; `nil` if ActivityKit has no equivalent.
    init?(_ error: RuntimeError) {
        switch error {
        case .engine(let error): self.init(error)
        case .closed, .fenced, .otherPartition, .otherRevision: self = .unsupported
        case .storeUnavailable, .notDurable, .outcomeUnknown: self = .persistenceFailure
        }
    }
}
