/// What prevents the app from reporting to the service. Its description says what to do.
///
/// Nothing is lost by it unless a case says so: the client keeps what the service has not accepted.
public enum ClientProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The service refused the access token (401, 403). Nothing is sent until ``LiveActivityClient/setAccessToken(_:)``.
    case accessRefused(status: Int, reason: String)
    /// The service refused one request as impossible, and the client has dropped it.
    case invalid(status: Int, reason: String)
    /// The service cannot accept a request at present; it is repeated.
    case unavailable(status: Int, reason: String)
    /// There was no response; the request is repeated.
    case unreachable(reason: String)
    /// The service has another secret for this installation. The client continues as a new installation.
    case installationReplaced
    /// The state of the last process cannot be read at present. Nothing is sent or written until it can be read, which the
    /// client tries at each report and with ``LiveActivityClient/resume()``.
    case stateUnavailable(path: String, reason: String)
    /// The file of the last process has no state. The client keeps it at this path, and begins as a new installation.
    case stateUnreadable(path: String, reason: String)
    /// The state cannot be written: what is pending is lost if the process ends now.
    case stateUnwritable(path: String, reason: String)
    /// The owner has no running activity with the attributes of ``LiveActivityClient/perform(_:on:as:)``.
    case noSuchActivity(kind: String)

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .accessRefused(let status, let reason):
            "the service refused the access token (\(status), \(reason)): get one with the scope 'device' for this owner from "
                + "your backend, and pass it to setAccessToken(_:)"
        case .invalid(let status, let reason):
            "the service refused a request (\(status), \(reason)): compare the app's bundle id, environment and kinds with the "
                + "service's configuration of pushes"
        case .unavailable(let status, let reason):
            "the service cannot accept a request now (\(status), \(reason)); the client repeats it"
        case .unreachable(let reason): "no response from the service (\(reason)); the client repeats the request"
        case .installationReplaced:
            "the service has another secret for this installation; the client registers as a new one. Let an operator remove "
                + "the old one: DELETE /v1/devices/{installation}"
        case .stateUnavailable(let path, let reason):
            "\(path) cannot be read now (\(reason)), as before the device is first unlocked; the client sends nothing until it can"
        case .stateUnreadable(let path, let reason):
            "the file of the last process, now \(path), has no state (\(reason)): the client begins as a new installation, and has "
                + "lost what was pending"
        case .stateUnwritable(let path, let reason):
            "\(path) cannot be written (\(reason)): free some space, or give the client a folder that the app may write"
        case .noSuchActivity(let kind): "the owner has no running activity of the kind '\(kind)' with these attributes"
        }
    }
}
