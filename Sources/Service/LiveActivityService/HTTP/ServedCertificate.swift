#if Service
import Logging
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// The certificate of the service. Its files are read again after they have changed, so that a renewed certificate needs no
/// restart. Open connections keep theirs.
final class ServedCertificate: Sendable {
    private struct State {
        var context: NIOSSLContext
        /// The files of ``context``.
        var versions: [FileVersion?]
        /// Why later files cannot be used, as last reported.
        var problem: ServiceError?
    }

    /// The time between two checks. A certificate is renewed weeks before it expires.
    static let checkInterval: Duration = .seconds(10)

    private let files: ServiceConfiguration.TLS
    private let logger: Logger
    private let state: Mutex<State>

    /// - Throws: ``ServiceError/badTLS(reason:)`` if the files cannot be used.
    init(_ files: ServiceConfiguration.TLS, logger: Logger) throws(ServiceError) {
        (self.files, self.logger) = (files, logger)
        // Before the files are read: a change meanwhile is then found by the next check.
        let versions = files.versions
        state = Mutex(State(context: try files.context(), versions: versions))
    }

    /// For the next connection.
    var context: NIOSSLContext { state.withLock(\.context) }

    /// Reads the files if they have changed. While they cannot be used, the former certificate stays, and each call reads them
    /// again: the certificate and its key are often replaced one after the other, and belong together only then, or their
    /// owner is changed afterwards.
    func readIfChanged() {
        let versions = files.versions
        guard state.withLock({ $0.versions }) != versions else { return }
        do throws(ServiceError) {
            let context = try files.context()
            state.withLock { $0 = State(context: context, versions: versions) }
            logger.notice("the certificate was read again", metadata: ["file": "\(files.certificate)"])
        } catch {
            let isReported = state.withLock { state in
                defer { state.problem = error }
                return state.problem == error
            }
            if !isReported { logger.error("the former certificate stays in use", metadata: ["error": "\(error)"]) }
        }
    }

    /// Reads changed files until the task is cancelled.
    func run() async {
        while (try? await Task.sleep(for: Self.checkInterval)) != nil {
            try? await NIOThreadPool.singleton.runIfActive { self.readIfChanged() }
        }
    }
}

extension ServiceConfiguration.TLS {
    fileprivate var versions: [FileVersion?] { [certificate, key].map { FileVersion($0) } }

    /// Reads the certificate and its key, which must belong to it.
    ///
    /// - Throws: ``ServiceError/badTLS(reason:)`` if they cannot be used.
    func context() throws(ServiceError) -> NIOSSLContext {
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
            let key = try NIOSSLPrivateKey(file: key, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain, privateKey: .privateKey(key))
            configuration.applicationProtocols = NIOHTTP2SupportedALPNProtocols
            // HTTP/2 allows no earlier version (RFC 9113, 9.2).
            configuration.minimumTLSVersion = .tlsv12
            return try NIOSSLContext(configuration: configuration)
        } catch { throw .badTLS(reason: "\(certificate), \(key): \(error)") }
    }
}
#endif
