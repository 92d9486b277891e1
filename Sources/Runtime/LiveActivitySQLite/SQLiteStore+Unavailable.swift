#if !SQLite
/// A store in one SQLite file. It needs the package trait `SQLite`.
///
/// A package that depends on this one names the trait, which adds GRDB to its build:
///
/// ```swift
/// .package(url: "…/swift-live-activities", from: "…", traits: ["SQLite"])
/// ```
@available(
    *, unavailable,
    message: "build with the package trait SQLite: .package(url: …, traits: [\"SQLite\"]), or swift build --traits SQLite"
)
public struct SQLiteStore {
    /// Not available without the trait `SQLite`.
    public init(path: String) {}

    /// Not available without the trait `SQLite`.
    public init(reading path: String) {}
}
#endif
