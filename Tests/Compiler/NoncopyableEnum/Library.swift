// Compiled as a module `Library`, with -O. A generic function creates a noncopyable enum from a copyable payload and lends it.
public final class Document { public let number: Int; public init(_ number: Int) { self.number = number } }
public struct Value {
    public let document: Document
    public let index: UInt32
    public init(_ number: Int) { (document, index) = (Document(number), 0) }
}
public struct Limits { public var depth = 1, nodes = 2, refuses = false }
public struct Lent {
    fileprivate let core: Unmanaged<Document>
    fileprivate let state: UnsafeMutablePointer<Int>
    fileprivate let limits: Limits
}
public enum Input: ~Copyable {
    case value(Value)
    case text(UnsafeBufferPointer<UInt8>)
    case document(Lent)
}
extension Input {
    @inline(never) fileprivate static func holding(_ value: Value) -> Input { .value(value) }

    public borrowing func read() throws -> Int {
        switch self {
        case .value(let value): value.document.number
        case .text(let text): text.count
        case .document: 0
        }
    }
}
public protocol Source {
    func with<Result, Failure: Error>(_ body: (borrowing Input) throws(Failure) -> Result) throws(Failure) -> Result
}
extension Value: Source {
    public func with<Result, Failure: Error>(_ body: (borrowing Input) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(.holding(self))
    }
}
public struct ReadError: Error { public var reason: String }
public struct Reader: ~Copyable {
    var count = 0
    public init() {}
    public mutating func read(_ source: some Source) throws(ReadError) -> Int {
        try source.with { (input) throws(ReadError) in
            count += 1
            do { return try input.read() + count } catch { throw ReadError(reason: "\(error)") }
        }
    }
}
