public import Foundation
public import LiveActivityCore

/// The name of a value in a list of choices. Stored for tools; nothing here shows it.
public struct DisplayRepresentation: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The shown name of the case.
    public let title: LocalizedStringResource
    /// A second line.
    public let subtitle: LocalizedStringResource?

    /// A name without a second line.
    public init(stringLiteral value: String) { self.init(title: .literal(value)) }

    /// A name, with a second line. The image and the synonyms are not stored.
    public init(
        title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil,
        synonyms: [LocalizedStringResource] = []
    ) {
        self.title = title
        self.subtitle = subtitle
    }

    /// The image beside a name. Not stored.
    public struct Image: Hashable, Sendable {
        public init(named name: String, isTemplate: Bool? = nil) {}
        public init(systemName: String, isTemplate: Bool? = nil) {}
        public init(systemName: String, tintColor: Color?) {}
        public init(data: Data, isTemplate: Bool? = nil) {}
        public init(url: URL, isTemplate: Bool? = nil) {}
    }
}

/// The name of a type of values. Stored for tools; nothing here shows it.
public struct TypeDisplayRepresentation: Hashable, Sendable, ExpressibleByStringLiteral {
    public let name: LocalizedStringResource

    public init(stringLiteral value: String) { name = .literal(value) }
    /// A name. The format of numbers of values and the synonyms are not stored.
    public init(
        name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil, synonyms: [LocalizedStringResource] = []
    ) { self.name = name }
}

/// An enum that can be the type of an intent's parameter.
public protocol AppEnum: RawRepresentable, CaseIterable, Hashable, Sendable {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
    /// The names of the cases.
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}
