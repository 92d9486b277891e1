public import Foundation

/// The location of a container's file. The file is neither read nor written here.
public struct ModelConfiguration: Hashable, Sendable {
    /// The app group that contains the file.
    public struct GroupContainer: Hashable, Sendable {
        public static let automatic = Self(), none = Self()
        public static func identifier(_ identifier: String) -> Self { Self() }
    }

    /// The iCloud database of the models.
    public struct CloudKitDatabase: Hashable, Sendable {
        public static let automatic = Self(), none = Self()
        public static func `private`(_ name: String) -> Self { Self() }
    }

    public let name: String
    public let url: URL
    public let schema: Schema?
    public let isStoredInMemoryOnly: Bool
    public let allowsSave: Bool
    public let groupAppContainerIdentifier: String? = nil
    public let cloudKitContainerIdentifier: String? = nil

    public init(
        _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
        groupContainer: GroupContainer = .automatic, cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        (self.name, self.schema, url) = (name ?? "default", schema, Self.file)
        (self.isStoredInMemoryOnly, self.allowsSave) = (isStoredInMemoryOnly, allowsSave)
    }
    public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        (self.name, self.schema, self.url) = (name ?? "default", schema, url)
        (isStoredInMemoryOnly, self.allowsSave) = (false, allowsSave)
    }
    // Disfavored, because it could otherwise also be meant where there are no types.
    @_disfavoredOverload public init(for types: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(schema: Schema(types), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    private static var file: URL { FileManager.default.temporaryDirectory.appendingPathComponent("default.store") }
}
