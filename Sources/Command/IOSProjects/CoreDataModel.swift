import Foundation

/// The classes that Xcode generates from Core Data's models.
///
/// Linux has no Core Data: the properties have no values, and a fetch finds no objects.
enum CoreDataModel {
    /// A class, or for an entity with a class in the project only its properties.
    struct Declaration: Equatable {
        let text: String
        /// Whether the project declares the class.
        let isExtension: Bool
        /// The classes of other entities in it.
        let related: Set<String>
    }

    /// The declaration for each class, by its name.
    ///
    /// - Parameter models: Folders `.xcdatamodeld` or `.xcdatamodel`. A model that cannot be read has no classes.
    static func declarations(in models: [URL]) -> [String: Declaration] {
        models.reduce(into: [:]) { found, model in
            guard let text = try? String(contentsOf: version(of: model).appending(path: "contents"), encoding: .utf8) else {
                return
            }
            let entities = text.matches(of: /(?s)<entity\b((?:[^>"]|"[^"]*")*?)(?:\/>|>(.*?)<\/entity>)/).map { match in
                (values: values(in: match.1), content: match.2 ?? "")
            }
            let classes = entities.reduce(into: [String: String]()) { classes, entity in
                if let name = entity.values["name"] { classes[name] = className(entity.values) }
            }
            for entity in entities {
                guard let name = className(entity.values), let kind = entity.values["codeGenerationType"],
                    ["class", "category"].contains(kind)
                else { continue }
                let parent = entity.values["parentEntity"].flatMap { classes[$0] }
                let destinations = entity.content.matches(of: /<relationship\b(?:[^>"]|"[^"]*")*>/)
                    .compactMap { values(in: $0.output)["destinationEntity"].flatMap { classes[$0] } }
                let members = members(of: name, in: entity.content, classes).map { "    \($0)\n" }.joined()
                let isExtension = kind == "category"
                let head = isExtension ? "extension \(name)" : "open class \(name): \(parent ?? "NSManagedObject")"
                found[name] = Declaration(
                    text: "nonisolated \(head) {\n\(members)}", isExtension: isExtension,
                    related: Set(destinations + (parent.map { [$0] } ?? [])))
            }
        }
    }

    private static func version(of model: URL) -> URL {
        guard model.pathExtension == "xcdatamodeld" else { return model }
        let list = (try? Data(contentsOf: model.appending(path: ".xccurrentversion"))).flatMap {
            try? PropertyListSerialization.propertyList(from: $0, options: [], format: nil) as? [String: Any]
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: model.path))?.filter { $0.hasSuffix(".xcdatamodel") }
        let name = list?["_XCCurrentVersionName"] as? String ?? names?.sorted().last
        return model.appending(path: name ?? "")
    }

    /// The attributes of an XML element.
    private static func values(in text: Substring) -> [String: String] {
        text.matches(of: /(\w+)="([^"]*)"/).reduce(into: [:]) { $0[String($1.1)] = String($1.2) }
    }

    /// The class of an entity; `nil` if it has none of its own. The name of the module may be in front of the point.
    private static func className(_ entity: [String: String]) -> String? {
        let name = entity["representedClassName"]?.split(separator: ".").last.map(String.init)
        return name == "NSManagedObject" || name?.contains(/^[A-Za-z_]\w*$/) != true ? nil : name
    }

    private static func members(of name: String, in content: Substring, _ classes: [String: String]) -> [String] {
        let made = "NSFetchRequest(entityName: \"\(name)\")"
        return ["public class func fetchRequest() -> NSFetchRequest<\(name)> { \(made) }"]
            + content.matches(of: /<(attribute|relationship)\b((?:[^>"]|"[^"]*")*)>/).flatMap { match -> [String] in
                let values = values(in: match.2)
                guard let name = values["name"] else { return [] }
                if match.1 == "attribute" { return [property(name, type(of: values))] }
                let destination = values["destinationEntity"].flatMap { classes[$0] } ?? "NSManagedObject"
                guard values["toMany"] == "YES" else { return [property(name, "\(destination)?")] }
                let set = values["ordered"] == "YES" ? "NSOrderedSet" : "NSSet"
                let title = name.prefix(1).uppercased() + name.dropFirst()
                return [property(name, "\(set)?")]
                    + ["addTo", "removeFrom"].flatMap { verb in
                        [destination, set].map { "public func \(verb)\(title)(_ value: \($0)) {}" }
                    }
            }
    }

    private static func property(_ name: String, _ type: String) -> String {
        let value = type.hasSuffix("?") ? "nil" : type == "Bool" ? "false" : "0"
        return "public var `\(name)`: \(type) { get { \(value) } set {} }"
    }

    /// The type of an attribute. All types but numbers are optional in the generated code, also of attributes that are not.
    private static func type(of attribute: [String: String]) -> String {
        let isScalar = attribute["usesScalarValueType"] == "YES"
        return switch attribute["attributeType"] {
        case "Integer 16": isScalar ? "Int16" : "NSNumber?"
        case "Integer 32": isScalar ? "Int32" : "NSNumber?"
        case "Integer 64": isScalar ? "Int64" : "NSNumber?"
        case "Double": isScalar ? "Double" : "NSNumber?"
        case "Float": isScalar ? "Float" : "NSNumber?"
        case "Boolean": isScalar ? "Bool" : "NSNumber?"
        case "Date": isScalar ? "TimeInterval" : "Date?"
        case "Binary": "Data?"
        case "Decimal": "NSDecimalNumber?"
        case "URI": "URL?"
        case "UUID": "UUID?"
        case "Transformable": (attribute["customClassName"] ?? "NSObject") + "?"
        default: "String?"
        }
    }

    /// The parts of Core Data that the classes need.
    static let support = """
        nonisolated open class NSManagedObject: NSObject, Identifiable, ObservableObject {
            public override init() {}
            public convenience init(context: Any?) { self.init() }
            public convenience init(entity: Any?, insertInto context: Any?) { self.init() }
            public class func entity() -> NSEntityDescription { NSEntityDescription() }
            public var isDeleted: Bool { false }
            public var isInserted: Bool { false }
            public var isUpdated: Bool { false }
            public var isFault: Bool { false }
            public var hasChanges: Bool { false }
        }
        nonisolated open class NSEntityDescription: NSObject { public var name: String? }
        nonisolated open class NSFetchRequest<ResultType>: NSObject {
            public var entityName: String?
            public var predicate: NSPredicate?
            public var sortDescriptors: [NSSortDescriptor]?
            public var fetchLimit = 0
            public var fetchOffset = 0
            public var fetchBatchSize = 0
            public var returnsObjectsAsFaults = true
            public var includesPendingChanges = true
            public var relationshipKeyPathsForPrefetching: [String]?
            public override init() {}
            public convenience init(entityName: String) { self.init() }
        }
        extension NSSortDescriptor {
            nonisolated public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
                self.init(keyPath: \\String.count, ascending: ascending)
            }
        }
        """

    /// The property wrapper for views. A fetch finds no objects.
    static let views = """
        @propertyWrapper @MainActor public struct FetchRequest<Result: NSManagedObject> {
            public var wrappedValue: FetchedResults<Result> { FetchedResults() }
            public var projectedValue: Self { self }
            public init(
                entity: NSEntityDescription? = nil, sortDescriptors: [NSSortDescriptor] = [], predicate: NSPredicate? = nil,
                animation: Animation? = nil) {}
            public init(
                sortDescriptors: [SortDescriptor<Result>], predicate: NSPredicate? = nil, animation: Animation? = nil) {}
            public init(fetchRequest: NSFetchRequest<Result>, animation: Animation? = nil) {}
        }
        nonisolated public struct FetchedResults<Result: NSManagedObject>: RandomAccessCollection {
            public var nsPredicate: NSPredicate? { get { nil } nonmutating set {} }
            public var nsSortDescriptors: [NSSortDescriptor] { get { [] } nonmutating set {} }
            public var startIndex: Int { 0 }
            public var endIndex: Int { 0 }
            public subscript(index: Int) -> Result { fatalError("A fetch finds no objects.") }
        }
        """
}
