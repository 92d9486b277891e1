import CLiveActivities
import CJansson
import JanssonCoding
import LiveActivityCore

// Strings and JSON that cross the C interface.

/// Reads a required string.
func text(_ pointer: UnsafePointer<CChar>?, _ name: StaticString) throws(Failure) -> String {
    guard let pointer else { throw .argument("\(name) is NULL") }
    guard let text = String(validatingCString: pointer) else { throw .argument("\(name) is not UTF-8") }
    return text
}

/// Reads an optional string.
func optionalText(_ pointer: UnsafePointer<CChar>?, _ name: StaticString) throws(Failure) -> String? {
    pointer == nil ? nil : try text(pointer, name)
}

/// The bytes of JSON text, before parsing.
func bytes(_ pointer: UnsafePointer<CChar>?, _ count: Int, _ name: StaticString) throws(Failure)
    -> UnsafeBufferPointer<UInt8>
{
    guard let pointer else { throw .argument("\(name) is NULL") }
    guard count >= 0 else { throw .argument("the length of \(name) is more than PTRDIFF_MAX") }
    return UnsafeBufferPointer(start: UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self), count: count)
}

extension JSONValue {
    /// Reads a value that is passed either as a `json_t` or as text; `nil` if it is passed as neither.
    init?(
        _ value: UnsafePointer<json_t>?, _ text: UnsafePointer<CChar>?, _ count: Int, _ name: StaticString,
        _ limits: JSONLimits
    ) throws(Failure) {
        if let value {
            do throws(DecodingError) {
                self = try JSONValue(borrowing: UnsafeMutablePointer(mutating: value), limits: limits)
            } catch {
                throw Failure(LA_ERROR_NOT_JSON, "\(name): \(error.reason)")
            }
        } else if let text {
            self = try JSONValue(bytes(text, count, name), name, limits)
        } else {
            return nil
        }
    }

    init(_ text: UnsafeBufferPointer<UInt8>, _ name: StaticString, _ limits: JSONLimits) throws(Failure) {
        do throws(JSONParseError) {
            self = try JSONValue(parsing: text, limits: limits)
        } catch {
            throw Failure(LA_ERROR_NOT_JSON, "\(name): \(error)")
        }
    }
}

extension DecodingError {
    /// The path to the value and the problem with it: `stops[2].name: Expected a string and found null.`
    var reason: String {
        switch self {
        case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context):
            let path = context.codingPath.pathText
            return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
        @unknown default: return String(describing: self)
        }
    }
}

/// Copies a string for the host, which releases it with `la_free()`.
func returnText(
    _ text: [UInt8], _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    _ count: UnsafeMutablePointer<Int>?
) throws(Failure) {
    guard let memory = malloc(text.count + 1) else { throw Failure(LA_ERROR_OUT_OF_MEMORY, "out of memory") }
    text.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { memcpy(memory, start, bytes.count) }
    }
    memory.storeBytes(of: 0, toByteOffset: text.count, as: UInt8.self)
    out.pointee = memory.assumingMemoryBound(to: CChar.self)
    count?.pointee = text.count
}

/// Copies a struct that begins with its size. Fields that the caller's version of it does not have are zero.
///
/// - Parameter atLeast: The size that the struct had in its first version.
func sized<T>(_ pointer: UnsafePointer<T>, _ zero: T, atLeast: Int, _ name: StaticString) throws(Failure) -> T {
    let given = Int(UnsafeRawPointer(pointer).load(as: UInt32.self))
    guard given >= atLeast else {
        throw Failure(LA_ERROR_INVALID_SIZE, "\(name).size is \(given), less than \(atLeast), the size of its first version")
    }
    var copy = zero
    withUnsafeMutableBytes(of: &copy) { $0.copyMemory(from: .init(start: pointer, count: min(given, $0.count))) }
    return copy
}

@c @implementation
public func la_free(_ text: UnsafeMutableRawPointer!) { free(text) }
