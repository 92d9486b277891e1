public import Foundation
public import LiveActivityUI

// Kinds of entities and of their queries. None are requested here.

/// An entity that has no identifier to find it again.
public protocol TransientAppEntity: Sendable {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
    var displayRepresentation: DisplayRepresentation { get }
    init()
}
extension TransientAppEntity { public typealias Property = EntityProperty }

/// An entity that exists once in an app.
public protocol UniqueAppEntity: AppEntity {}
public protocol IndexedEntity: AppEntity { var hideInSpotlight: Bool { get } }
extension IndexedEntity { public var hideInSpotlight: Bool { false } }
public protocol FileEntity: AppEntity {}
public protocol URLRepresentableEntity: AppEntity {}
public protocol URLRepresentableEnum: AppEnum {}

public struct EntityIdentifier: Hashable, Sendable {
    public let identifier: String
    public init<Entity: AppEntity>(for entity: Entity) { identifier = "\(entity.id)" }
    public init<Entity: AppEntity>(for type: Entity.Type, identifier: Entity.ID) { self.identifier = "\(identifier)" }
}
public protocol EntityIdentifierConvertible {
    var entityIdentifierString: String { get }
    static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

public protocol EntityPropertyQuery: EntityQuery {
    associatedtype ComparatorMappingType
    typealias QueryProperties = EntityQueryProperties<Entity, ComparatorMappingType>
    typealias SortingOptions = EntityQuerySortingOptions<Entity>
    typealias Sort = EntityQuerySort<Entity>
    typealias ComparatorMode = EntityQueryComparatorMode

    static var properties: QueryProperties { get }
    static var sortingOptions: SortingOptions { get }
    func entities(
        matching comparators: [ComparatorMappingType], mode: ComparatorMode, sortedBy: [Sort], limit: Int?
    ) async throws -> [Entity]
}
public enum EntityQueryComparatorMode: Sendable { case and, or }

/// A property with the comparisons that a query allows.
public struct EntityQueryProperty<Entity: AppEntity, Mapping> {
    public init<Value>(
        _ property: KeyPath<Entity, EntityProperty<Value>>,
        @EntityQueryComparatorsBuilder<Value, Mapping> comparators: () -> EntityQueryComparators<Value, Mapping>
    ) {}
}
public struct EntityQueryProperties<Entity: AppEntity, Mapping> {
    public init(@EntityQueryPropertiesBuilder<Entity, Mapping> properties: () -> Self) {}
    init() {}
}
@resultBuilder public enum EntityQueryPropertiesBuilder<Entity: AppEntity, Mapping> {
    public static func buildBlock(_ properties: EntityQueryProperty<Entity, Mapping>...)
        -> EntityQueryProperties<Entity, Mapping>
    { EntityQueryProperties() }
}
extension EntityPropertyQuery { public typealias Property = EntityQueryProperty<Entity, ComparatorMappingType> }

/// The comparisons of a property. They are not distinguished.
public struct EntityQueryComparators<Value, Mapping> {
    init() {}
    public init(_ mapping: @escaping (Value) -> Mapping) {}
}
public typealias EqualToComparator = EntityQueryComparators
public typealias NotEqualToComparator = EntityQueryComparators
public typealias ContainsComparator = EntityQueryComparators
public typealias HasPrefixComparator = EntityQueryComparators
public typealias HasSuffixComparator = EntityQueryComparators
public typealias LessThanComparator = EntityQueryComparators
public typealias LessThanOrEqualToComparator = EntityQueryComparators
public typealias GreaterThanComparator = EntityQueryComparators
public typealias GreaterThanOrEqualToComparator = EntityQueryComparators

@resultBuilder public enum EntityQueryComparatorsBuilder<Value, Mapping> {
    public static func buildExpression(_ comparator: EntityQueryComparators<Value, Mapping>)
        -> EntityQueryComparators<Value, Mapping>
    { comparator }
    public static func buildBlock(_ comparators: EntityQueryComparators<Value, Mapping>...)
        -> EntityQueryComparators<Value, Mapping>
    { EntityQueryComparators() }
}

public struct EntityQuerySortableByProperty<Entity: AppEntity> {
    public init<Value>(_ property: KeyPath<Entity, EntityProperty<Value>>) {}
}
public struct EntityQuerySortingOptions<Entity: AppEntity> {
    public init(@EntityQuerySortingOptionsBuilder<Entity> _ options: () -> Self) {}
    init() {}
}
@resultBuilder public enum EntityQuerySortingOptionsBuilder<Entity: AppEntity> {
    public static func buildBlock(_ options: EntityQuerySortableByProperty<Entity>...) -> EntityQuerySortingOptions<Entity> {
        EntityQuerySortingOptions()
    }
}
extension EntityPropertyQuery { public typealias SortableBy = EntityQuerySortableByProperty<Entity> }
public struct EntityQuerySort<Entity: AppEntity> {
    public enum Ordering: Sendable { case ascending, descending }
    public let by: PartialKeyPath<Entity>
    public let order: Ordering
}

extension EntityQuery {
    public typealias Parameter<Value: Sendable> = IntentParameter<Value>
    /// Always empty: a query is not run for an intent.
    public typealias IntentParameterDependency<Intent: AppIntent> = AppIntents.IntentParameterDependency<Intent>
}
extension DynamicOptionsProvider {
    public typealias ItemCollection<Item: Sendable> = IntentItemCollection<Item>
    public typealias ItemSection<Item: Sendable> = IntentItemSection<Item>
}

/// The intent whose parameter a query is for. Always `nil`.
@propertyWrapper public struct IntentParameterDependency<Intent: AppIntent>: Sendable {
    public var wrappedValue: Intent? { nil }
    public init<each Value: Sendable>(_ parameters: repeat KeyPath<Intent, IntentParameter<each Value>>) {}
}

// MARK: Values of parameters

public struct IntentPerson: Hashable, Sendable {
    public struct Name: Hashable, Sendable {
        public static func displayName(_ name: String) -> Self { Self() }
        public static func components(_ components: PersonNameComponents) -> Self { Self() }
    }
    public struct Handle: Hashable, Sendable {
        public static func emailAddress(_ address: String) -> Self { Self() }
        public static func phoneNumber(_ number: String) -> Self { Self() }
        public static func applicationDefined(_ value: String) -> Self { Self() }
    }
    public let name: Name?
    public let handle: Handle?
    public init(name: Name, handle: Handle? = nil) { (self.name, self.handle) = (name, handle) }
    public init(identifier: Identifier, name: Name, handle: Handle? = nil, isMe: Bool = false) {
        (self.name, self.handle) = (name, handle)
    }
    public struct Identifier: Hashable, Sendable {
        public static func applicationDefined(_ value: String) -> Self { Self() }
    }
}
public struct IntentCurrencyAmount: Hashable, Sendable {
    public let amount: Decimal
    public let currencyCode: String
    public init(amount: Decimal, currencyCode: String) { (self.amount, self.currencyCode) = (amount, currencyCode) }
}
public struct IntentPaymentMethod: Hashable, Sendable {
    public enum PaymentType: Sendable { case unknown, checking, savings, brokerage, debit, credit, prepaid, store, applePay }
    public let type: PaymentType
    public let name: String
    public init(type: PaymentType, name: String) { (self.type, self.name) = (type, name) }
}
public struct IntentItem<Value: Sendable>: Sendable {
    public init(_ value: Value, title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil) {}
}
public struct IntentChoiceOption: Hashable, Sendable {
    public let title: LocalizedStringResource
    public init(title: LocalizedStringResource, style: Style = .default) { self.title = title }
    public enum Style: Sendable { case `default`, destructive, cancel }
    public static let cancel = Self(title: "Cancel")
}

extension IntentParameter {
    public func needsConfirmationError(for value: Value, dialog: IntentDialog? = nil) -> AppIntentError {
        .UserActionRequired.confirmation
    }
    /// - Throws: An error, because no user can answer.
    public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value {
        throw AppIntentError.UserActionRequired.confirmation
    }
    public func requestConfirmation(for value: Value, dialog: IntentDialog? = nil) async throws -> Bool { true }
    public func requestDisambiguation(among values: [Value], dialog: IntentDialog? = nil) async throws -> Value {
        throw AppIntentError.UserActionRequired.confirmation
    }
}

/// A link to the app's shortcuts. Drawn as its title.
public struct ShortcutsLink: View {
    public init(action: @escaping () -> Void = {}) {}
    public var body: some View { Text("Shortcuts") }
    public func shortcutsLinkStyle(_ style: ShortcutsLinkStyle) -> Self { self }
}
public enum ShortcutsLinkStyle: Sendable {
    case automatic, automaticOutline, light, lightOutline, dark, darkOutline, whiteOutline
}

/// A tip about an intent. Drawn as nothing.
public struct SiriTipView: View {
    public init(intent: some AppIntent, isVisible: Binding<Bool> = .constant(true)) {}
    public var body: some View { EmptyView() }
    public func siriTipViewStyle(_ style: SiriTipViewStyle) -> Self { self }
}
public enum SiriTipViewStyle: Sendable { case automatic, light, dark, black }
