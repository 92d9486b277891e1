public import LiveActivityCore

/// How a value is called where a person chooses one. Kept for tools; nothing here asks a person.
public struct DisplayRepresentation: Hashable, Sendable, ExpressibleByStringLiteral {
    public let title: LocalizedStringResource
    public let subtitle: LocalizedStringResource?

    public init(stringLiteral value: String) { self.init(title: .literal(value)) }

    public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil) {
        self.title = title
        self.subtitle = subtitle
    }
}

/// How a kind of values is called.
public struct TypeDisplayRepresentation: Hashable, Sendable, ExpressibleByStringLiteral {
    public let name: LocalizedStringResource

    public init(stringLiteral value: String) { name = .literal(value) }
    public init(name: LocalizedStringResource) { self.name = name }
}

/// An enum that a parameter of an intent may be of.
public protocol AppEnum: RawRepresentable, CaseIterable, Hashable, Sendable {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}
