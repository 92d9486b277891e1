#if Push
public import Foundation
public import LiveActivityCore

/// A type of attributes of the devices' app. A device shows only content that this type decodes.
public struct FleetKind: Sendable {
    /// The name of the struct, which a start must have as `attributes-type`.
    public let attributesType: String
    let decodeAttributes: @Sendable (Data) throws -> Void
    let decodeContent: @Sendable (Data) throws -> Void

    /// A type of attributes. Like a device, Foundation's `JSONDecoder` decodes attributes and content with its default
    /// strategies.
    public init<Attributes: ActivityAttributes>(_ type: Attributes.Type) {
        // Safe: only the types are captured, which need not be `Sendable`.
        nonisolated(unsafe) let attributes = { (data: Data) in _ = try JSONDecoder().decode(Attributes.self, from: data) }
        nonisolated(unsafe) let content = { (data: Data) in
            _ = try JSONDecoder().decode(Attributes.ContentState.self, from: data)
        }
        self.init(
            attributesType: String(describing: Attributes.self), decodeAttributes: { try attributes($0) },
            decodeContent: { try content($0) })
    }

    /// A type of attributes with closures that throw the errors of the app's decoding.
    public init(
        attributesType: String, decodeAttributes: @escaping @Sendable (Data) throws -> Void = { _ in },
        decodeContent: @escaping @Sendable (Data) throws -> Void
    ) { (self.attributesType, self.decodeAttributes, self.decodeContent) = (attributesType, decodeAttributes, decodeContent) }
}

/// JSON texts that many devices share. Each is stored and decoded once.
///
/// For example, all followers of a match have the same content. A large fleet is fast because this is not decoded 100,000
/// times.
struct ContentTable: Sendable {
    private struct Key: Hashable {
        var kind: UInt8
        var bytes: [UInt8]
    }

    private struct Entry {
        var key: Key
        var uses: UInt32
        var isValid: Bool
    }

    private var numbers: [Key: UInt32] = [:]
    private var entries: [Entry] = []
    private var free: [UInt32] = []

    static let none = UInt32.max

    /// Adds a reference to JSON.
    ///
    /// - Parameter decode: Called once for each text; its error is stored.
    mutating func use(_ bytes: [UInt8], kind: UInt8, _ decode: (Data) throws -> Void) -> UInt32 {
        let key = Key(kind: kind, bytes: bytes)
        if let number = numbers[key] {
            entries[Int(number)].uses += 1
            return number
        }
        let isValid = (try? decode(Data(bytes))) != nil
        let entry = Entry(key: key, uses: 1, isValid: isValid)
        let number: UInt32
        if let reused = free.popLast() {
            number = reused
            entries[Int(number)] = entry
        } else {
            number = UInt32(entries.count)
            entries.append(entry)
        }
        numbers[key] = number
        return number
    }

    mutating func use(_ number: UInt32) { if number != Self.none { entries[Int(number)].uses += 1 } }

    /// Removes one reference. A text without references is removed.
    mutating func release(_ number: UInt32) {
        guard number != Self.none else { return }
        entries[Int(number)].uses -= 1
        guard entries[Int(number)].uses == 0 else { return }
        numbers[entries[Int(number)].key] = nil
        entries[Int(number)].key.bytes = []
        free.append(number)
    }

    func isValid(_ number: UInt32) -> Bool { entries[Int(number)].isValid }
    func bytes(_ number: UInt32) -> [UInt8] { number == Self.none ? [] : entries[Int(number)].key.bytes }
    var count: Int { numbers.count }
}
#endif
