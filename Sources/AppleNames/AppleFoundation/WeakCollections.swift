public import Foundation

// The collections of Foundation that may hold weak references. Here they hold strong ones.

public struct NSPointerFunctions {
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let strongMemory = Self([]), weakMemory = Self(rawValue: 5)
        public static let objectPointerPersonality = Self(rawValue: 512)
    }
}

open class NSHashTable<Object: AnyObject> {
    private var objects: [ObjectIdentifier: Object] = [:]

    public init() {}
    public init(options: NSPointerFunctions.Options, capacity: Int = 0) {}
    open class func weakObjects() -> NSHashTable<Object> { NSHashTable() }

    open var count: Int { objects.count }
    open var allObjects: [Object] { Array(objects.values) }
    open var anyObject: Object? { objects.values.first }
    open func add(_ object: Object?) { if let object { objects[ObjectIdentifier(object)] = object } }
    open func remove(_ object: Object?) { if let object { objects[ObjectIdentifier(object)] = nil } }
    open func removeAllObjects() { objects = [:] }
    open func contains(_ object: Object?) -> Bool { object.map { objects[ObjectIdentifier($0)] != nil } ?? false }
}

open class NSMapTable<Key: AnyObject, Object: AnyObject> {
    private var entries: [ObjectIdentifier: (key: Key, object: Object)] = [:]

    public init() {}
    public init(keyOptions: NSPointerFunctions.Options, valueOptions: NSPointerFunctions.Options, capacity: Int = 0) {}
    open class func strongToStrongObjects() -> NSMapTable<Key, Object> { NSMapTable() }
    open class func strongToWeakObjects() -> NSMapTable<Key, Object> { NSMapTable() }
    open class func weakToStrongObjects() -> NSMapTable<Key, Object> { NSMapTable() }
    open class func weakToWeakObjects() -> NSMapTable<Key, Object> { NSMapTable() }

    open var count: Int { entries.count }
    open func object(forKey key: Key?) -> Object? { key.flatMap { entries[ObjectIdentifier($0)]?.object } }
    open func setObject(_ object: Object?, forKey key: Key?) {
        if let key { entries[ObjectIdentifier(key)] = object.map { (key, $0) } }
    }
    open func removeObject(forKey key: Key?) { if let key { entries[ObjectIdentifier(key)] = nil } }
    open func removeAllObjects() { entries = [:] }
}
