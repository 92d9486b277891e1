#if Cluster
import CNats
import SystemLibraries

extension SystemLibrary {
    /// libnats, whose file has the version of the headers in its name.
    static let nats = SystemLibrary(
        for: "nodes on NATS", package: "libnats\(NATS_VERSION_MAJOR).\(NATS_VERSION_MINOR)", function: "natsOptions_Create",
        files: ["libnats.so.\(NATS_VERSION_MAJOR).\(NATS_VERSION_MINOR)"])
}
#endif
