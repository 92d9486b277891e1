/// The reason why a store could not read or persist data. Everything that it has acknowledged is still stored.
@nonexhaustive
public enum StoreError: Error, Hashable, Sendable {
    /// It cannot write now, and may later: the disk is full, a quota is reached, the device failed.
    case unavailable(reason: String)
    /// Another process has the store open.
    case busy(reason: String)
    /// The store is read-only.
    case readOnly(reason: String)
    /// The file, or other medium, does not contain a store.
    case notAStore(reason: String)
    /// Part of the store cannot be read; `reason` says which part.
    case damaged(reason: String)
    /// A later version has written it in a format that this version does not know.
    case newer(version: Int, supported: Int)
    /// The migration from an older version failed. The store is as it was before.
    case migration(reason: String)
    /// The store is closed.
    case closed
    /// The store belongs to another runtime, which has opened it later. Nothing of the batch is persisted, and nothing of this
    /// run ever will be: the runtime writes no more and refuses every command (``RuntimeError/fenced(reason:)``).
    case fenced(reason: String)
}

extension StoreError: CustomStringConvertible {
    /// A permanent name for the case, for JSON, logs and other languages.
    public var code: String {
        switch self {
        case .unavailable: "unavailable"
        case .busy: "busy"
        case .readOnly: "readOnly"
        case .notAStore: "notAStore"
        case .damaged: "damaged"
        case .newer: "newer"
        case .migration: "migration"
        case .closed: "closed"
        case .fenced: "fenced"
        }
    }

    public var description: String {
        switch self {
        case .unavailable(let reason): "the store cannot write: \(reason)"
        case .busy(let reason): "another process has the store open: \(reason)"
        case .readOnly(let reason): "the store may only be read: \(reason)"
        case .notAStore(let reason): "this is not a store: \(reason)"
        case .damaged(let reason): "the store is damaged: \(reason)"
        case .newer(let version, let supported):
            "the store was written by a later version: its format is \(version), the latest known here is \(supported)"
        case .migration(let reason): "the store could not be brought to this version, and is as it was: \(reason)"
        case .closed: "the store was closed"
        case .fenced(let reason): "the store belongs to another runtime: \(reason)"
        }
    }
}
