/// The address of a PostgreSQL database where a subcommand works with a file.
enum DatabaseAddress {
    /// Refuses such an address. It is not repeated: it may contain a password.
    ///
    /// - Parameters:
    ///   - command: The subcommand, as messages name it.
    ///   - advice: The tool for a database, as the end of a sentence.
    /// - Throws: ``Status/usage`` where `file` is an address.
    static func refuse(_ file: String, for command: String, _ advice: String) throws {
        guard file.hasPrefix("postgres://") || file.hasPrefix("postgresql://") else { return }
        throw Status.usage.reporting("'\(command)' works with a file, not with a PostgreSQL database: \(advice)")
    }
}
