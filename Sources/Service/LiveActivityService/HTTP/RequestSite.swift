#if Service
import HTTPTypes

/// The site that sent a request without a token, as far as the browser reports it.
///
/// Without tokens every program that reaches the service may send commands, so the service listens on loopback only. A browser
/// on the same machine reaches it on behalf of every page it shows: another site's page can send a `POST` without a body, and a
/// page whose name resolves to 127.0.0.1 (DNS rebinding) can also read. Therefore the service answers only under loopback
/// names, and refuses writes from other sites.
struct RequestSite {
    /// The `Host` header: the name and port in the client's URL.
    var host: String?
    /// The `Origin` header: the site of the page that sent the request.
    var origin: String?
    /// The `Sec-Fetch-Site` header, which pages cannot set.
    var fetchSite: String?

    init(_ request: RequestHead) {
        host = request.authority
        origin = request[.origin]
        fetchSite = request[.secFetchSite]
    }

    init(host: String?, origin: String? = nil, fetchSite: String? = nil) {
        (self.host, self.origin, self.fetchSite) = (host, origin, fetchSite)
    }

    /// - Parameters:
    ///   - isWriting: `true` for a request that may change something.
    ///   - origins: The sites whose pages may call the service (``ServiceConfiguration/origins``). Their names are also
    ///     accepted in `Host`, for a reverse proxy.
    /// - Throws: ``Problem``, 403, with the code `foreignHost` or `foreignOrigin`.
    func check(isWriting: Bool, origins: [String]) throws(Problem) {
        // Only HTTP/1.0 requests can lack a host, and no browser sends them.
        let isKnownHost = host.map { host in
            Self.isLoopback(Self.name(host)) || origins.contains { Self.host($0) == host }
        }
        guard isKnownHost ?? true else {
            throw Problem(
                .forbidden, "foreignHost",
                "Without tokens the service only answers requests for local host names, such as localhost: create a token with "
                    + "'live-activities token create', or add the address to 'origins'.")
        }
        guard isWriting, fetchSite != "same-origin", fetchSite != "none" else { return }
        let isKnown = origin.map { origins.contains($0) } ?? false
        let isForeign = origin.map { Self.host($0) != host } ?? false
        guard !isKnown, isForeign || fetchSite == "cross-site" else { return }
        throw Problem(
            .forbidden, "foreignOrigin",
            "Without tokens, pages of other sites may not send commands: add the site to 'origins', or create a token.")
    }

    /// The host and port of an origin, in the form of `Host`; `nil` for `null`.
    private static func host(_ origin: String) -> String? {
        guard let range = origin.firstRange(of: "://") else { return nil }
        return String(origin[range.upperBound...])
    }

    /// The host without the port.
    private static func name(_ host: String) -> String {
        if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }

    private static func isLoopback(_ name: String) -> Bool {
        // The address of nearly every local client need not be split.
        if name == "127.0.0.1" { return true }
        let name = name.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension HTTPField.Name {
    static let secFetchSite = Self("Sec-Fetch-Site")!
}
#endif
