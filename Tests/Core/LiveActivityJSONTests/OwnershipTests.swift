import CJansson
import Foundation
import JanssonCoding
import Synchronization
import Testing

@testable import LiveActivityJSON

/// Every jansson allocation of this module is freed exactly once, also after an error half-way.
///
/// Jansson's allocator is replaced by one that counts. Counts are kept per thread, because other tests use jansson
/// concurrently. Under `swift test --sanitize=address`, double frees and uses after free are found as well.
@Suite struct OwnershipTests {
    init() { Allocations.install() }

    /// Runs `body` and checks that it freed everything it allocated.
    private func balanced(_ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) rethrows {
        let before = Allocations.live
        try body()
        #expect(Allocations.live == before, sourceLocation: sourceLocation)
    }

    private struct State: Codable, Equatable {
        var name = "a string that jansson has to copy"
        var values: [Double?] = [1, nil, 2.5]
        var inner = ["x": ["y": true]]
        var range = Date(timeIntervalSinceReferenceDate: 0)...Date(timeIntervalSinceReferenceDate: 1)
    }

    @Test func aValueIsFreedWithItsLastReference() throws {
        try balanced {
            let value = try WireEncoder().encodeToJansson(State())
            #expect(Allocations.live > 0)
            let second = value.copy()
            #expect(second.withPointer { $0.pointee.refcount } == 2)
            let back = try WireDecoder().decode(State.self, from: second)
            #expect(back == State())
            _ = try JSONValue(value)
        }
    }

    @Test func referencesGoInAndOut() throws {
        try balanced {
            let out = try WireEncoder().encodeToJansson(State()).release()
            #expect(out.pointee.refcount == 1)
            let retained = JanssonValue(retaining: out)
            #expect(retained.withPointer { $0.pointee.refcount } == 2)
            let adopted = JanssonValue(adopting: out)
            let back = try WireDecoder().decode(State.self, from: adopted)
            #expect(back == State())
        }
        // A value whose reference a container steals.
        balanced {
            let array = json_array()
            if let value = try? WireEncoder().encodeToJansson(State()).release() { json_array_append_new(array, value) }
            #expect(json_array_size(array) == 1)
            json_decref(array)
        }
    }

    @Test func aRefusedValueLeavesNothing() {
        let encoder = WireEncoder()
        balanced {
            // Refused while the json_t is being created, deep inside, when much of it already exists.
            #expect(throws: EncodingError.self) {
                _ = try encoder.encodeToJansson(["a": [["b": UInt64(1)], ["c": UInt64.max]]])
            }
            #expect(throws: EncodingError.self) { _ = try encoder.encodeToJansson(["a\u{0}b": [1]]) }
            #expect(throws: EncodingError.self) { _ = try JanssonValue(parsing: "[[1,2],1e400]") }
            #expect(throws: EncodingError.self) { _ = try JanssonValue(parsing: "[{\"a\":123456789012345678901234567890}]") }
            // Refused before a json_t is created.
            #expect(throws: EncodingError.self) { _ = try encoder.encodeToJansson(["a": [1, Double.nan]]) }
            #expect(throws: JSONParseError.self) { _ = try JanssonValue(parsing: "[1,") }
        }
    }

    @Test func anAllocationThatFailsIsAnErrorAndLeavesNothing() throws {
        let encoder = WireEncoder()
        var failures = 0
        for number in 1...200 {
            try balanced {
                Allocations.failing = number
                defer { Allocations.failing = 0 }
                do {
                    _ = try encoder.encodeToJansson(State())
                } catch is EncodingError {
                    failures += 1
                }
            }
        }
        #expect(failures > 10 && failures < 200)
    }

    @Test func aHostileValueIsRefusedAndUntouched() throws {
        let decoder = WireDecoder()
        /// Decodes the value and releases the reference.
        func refusal(_ value: UnsafeMutablePointer<json_t>?) throws -> ErrorSummary? {
            let value = JanssonValue(adopting: try #require(value))
            let before = value.withPointer { $0.pointee.refcount }
            let error = value.withPointer { pointer in ErrorSummary { try decoder.decode(JSONValue.self, from: pointer) } }
            #expect(value.withPointer { $0.pointee.refcount } == before)
            return error
        }
        try balanced {
            // An array that contains itself, once and twice: with twice, 2^128 elements if depth were the only limit.
            for times in 1...2 {
                let cycle = try #require(json_array())
                let inner = try #require(json_array())
                json_array_append_new(cycle, inner)
                // Jansson refuses a direct cycle, but not one through another container.
                for _ in 0..<times { json_array_append(inner, cycle) }
                let error = ErrorSummary { try decoder.decode(JSONValue.self, from: cycle) }
                #expect(error?.kind == .dataCorrupted)
                json_array_clear(inner)
                json_decref(cycle)
            }
            var deep = json_array()
            for _ in 0..<10_000 {
                let outer = json_array()
                json_array_append_new(outer, deep)
                deep = outer
            }
            #expect(try refusal(deep)?.kind == .dataCorrupted)

            let bytes: [CChar] = [0x61, -1, 0x62, 0]
            #expect(try refusal(json_string_nocheck(bytes)) == ErrorSummary(kind: .dataCorrupted, path: []))
            let object = json_object()
            json_object_set_new_nocheck(object, bytes, json_true())
            #expect(try refusal(object)?.kind == .dataCorrupted)
            let list = json_array()
            json_array_append_new(list, json_string(String(repeating: "x", count: 1 << 20)))
            #expect(try refusal(list) == ErrorSummary(kind: .dataCorrupted, path: ["Index 0"]))
        }
    }

    @Test func readsWhatJanssonHolds() throws {
        try balanced {
            var error = json_error_t()
            let text = #"{"i":-9223372036854775808,"r":1.5,"w":2.0,"s":"é😀\u0000x","t":true,"f":false,"n":null,"a":[[],{}]}"#
            let value = JanssonValue(adopting: try #require(json_loads(text, Int(JSON_ALLOW_NUL), &error)))
            let json = try JSONValue(value)
            #expect(json == (try JSONValue(parsing: text)))
            let whole = try #require(json["w"])
            #expect(try WireDecoder().decode(Int.self, from: whole) == 2)
            let again = try JanssonValue(json)
            let isEqual = value.withPointer { first in again.withPointer { json_equal(first, $0) } }
            #expect(isEqual == 1)
        }
    }
}

/// Jansson's allocator with counters.
private enum Allocations {
    private struct Thread {
        var live = 0
        var untilFailure = 0
    }

    private static let threads = Mutex<[UInt: Thread]>([:])

    private static var current: UInt {
        #if canImport(Darwin)
        UInt(bitPattern: pthread_self())
        #else
        UInt(pthread_self())
        #endif
    }

    /// The bytes that this thread has allocated and not freed.
    static var live: Int { threads.withLock { $0[current]?.live ?? 0 } }

    /// The number of allocations until one fails on this thread; 0 for never.
    static var failing: Int {
        get { threads.withLock { $0[current]?.untilFailure ?? 0 } }
        set { threads.withLock { $0[current, default: Thread()].untilFailure = newValue } }
    }

    /// Installed once and kept: both allocators use `malloc`, so earlier memory is freed correctly.
    static func install() { installed }

    private static let installed: Void = {
        json_set_alloc_funcs(
            { size in
                let fails = threads.withLock { threads in
                    let remaining = threads[current, default: Thread()].untilFailure
                    if remaining > 0 { threads[current, default: Thread()].untilFailure = remaining - 1 }
                    if remaining != 1 { threads[current, default: Thread()].live += 1 }
                    return remaining == 1
                }
                return fails ? nil : malloc(size)
            },
            { pointer in
                guard let pointer else { return }
                threads.withLock { $0[current, default: Thread()].live -= 1 }
                free(pointer)
            })
    }()
}
