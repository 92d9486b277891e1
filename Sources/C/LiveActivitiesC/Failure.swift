import CLiveActivities
import LiveActivityCore

/// The failure of a function of the C interface: its status, and the text for `la_last_error()`.
struct Failure: Error {
    let status: la_status
    let reason: String
    /// The permanent name of the engine's error, for JSON; empty for an error that is not from the engine.
    let code: String

    init(_ status: Int, _ reason: String, code: String = "") {
        self.status = la_status(status)
        self.reason = reason
        self.code = code
    }

    /// - Parameter kinds: The existing kinds, which the reason for an unknown one lists.
    init(_ error: EngineError, among kinds: [ActivityKind] = []) {
        self.init(Self.status(of: error), error.description(among: kinds), code: error.code)
    }

    static func argument(_ reason: String) -> Failure { Failure(LA_ERROR_INVALID_ARGUMENT, reason) }

    static let busy = Failure(LA_ERROR_BUSY, "called from inside a callback of the same runtime")
    static let unknownRuntime = Failure(LA_ERROR_INVALID_HANDLE, "no such runtime: it was destroyed, or never created")

    /// Without `default`, so that the compiler requires a status for each new error of the engine.
    private static func status(of error: EngineError) -> Int {
        switch error {
        case .unknownKind: LA_ERROR_UNKNOWN_KIND
        case .ambiguousKind: LA_ERROR_AMBIGUOUS_KIND
        case .unknownActivity: LA_ERROR_UNKNOWN_ACTIVITY
        case .nothingRunning: LA_ERROR_NOTHING_RUNNING
        case .wrongType: LA_ERROR_WRONG_TYPE
        case .activityEnded: LA_ERROR_ACTIVITY_ENDED
        case .denied, .permissionsDamaged: LA_ERROR_DENIED
        case .tooManyActivitiesOfOwner: LA_ERROR_TOO_MANY_ACTIVITIES_OF_OWNER
        case .tooManyActivities: LA_ERROR_TOO_MANY_ACTIVITIES
        case .alreadyRunning: LA_ERROR_ALREADY_RUNNING
        case .dismissedByPerson: LA_ERROR_DISMISSED_BY_PERSON
        case .surfaceTakesNoActions: LA_ERROR_SURFACE_TAKES_NO_ACTIONS
        case .payloadTooLarge, .alertTooLarge: LA_ERROR_PAYLOAD_TOO_LARGE
        case .tooLong: LA_ERROR_TOO_LONG
        case .undecodable: LA_ERROR_UNDECODABLE
        case .unencodable: LA_ERROR_UNENCODABLE
        case .refused: LA_ERROR_REFUSED
        case .invalidValue: LA_ERROR_INVALID_VALUE
        case .wakeNotInFuture: LA_ERROR_WAKE_NOT_IN_FUTURE
        case .alertRequired: LA_ERROR_ALERT_REQUIRED
        case .staleDateInPast: LA_ERROR_STALE_DATE_IN_PAST
        case .endDateInPast: LA_ERROR_END_DATE_IN_PAST
        case .implausibleDate: LA_ERROR_IMPLAUSIBLE_DATE
        case .invalidLease: LA_ERROR_INVALID_LEASE
        case .relevanceNotFinite: LA_ERROR_RELEVANCE_NOT_FINITE
        case .changesNotDrained: LA_ERROR_CHANGES_NOT_POLLED
        case .cannotRegister: LA_ERROR_CANNOT_REGISTER
        case .cannotRestore: LA_ERROR_CANNOT_RESTORE
        }
    }
}

/// The text of the latest failure on each thread.
enum LastError {
    private static let capacity = 1_024

    /// The key of the thread's buffer. The destructor is libc's `free`, so that no code of this library runs when a thread
    /// ends.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { free($0) }
        return key
    }()

    static func set(_ text: String) {
        var buffer = pthread_getspecific(key)?.assumingMemoryBound(to: CChar.self)
        if buffer == nil {
            guard let memory = malloc(capacity) else { return }
            pthread_setspecific(key, memory)
            buffer = memory.assumingMemoryBound(to: CChar.self)
        }
        guard let buffer else { return }
        copy(text, to: buffer, capacity: capacity)
    }

    static var text: UnsafePointer<CChar> {
        if let buffer = pthread_getspecific(key) { return UnsafePointer(buffer.assumingMemoryBound(to: CChar.self)) }
        return StaticText.pointer(to: "")
    }
}

/// Strings in static memory, to which pointers are always valid.
enum StaticText {
    static func pointer(to text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// Copies as many whole characters as fit in `capacity` bytes with the terminating NUL.
func copy(_ text: String, to buffer: UnsafeMutablePointer<CChar>, capacity: Int) {
    var count = 0
    for character in text.unicodeScalars {
        let bytes = UTF8.width(character)
        guard count + bytes < capacity, character.value != 0 else { break }
        for byte in UTF8.encode(character)! {
            buffer[count] = CChar(bitPattern: byte)
            count += 1
        }
    }
    buffer[count] = 0
}

@c @implementation
public func la_last_error() -> UnsafePointer<CChar>! { LastError.text }
