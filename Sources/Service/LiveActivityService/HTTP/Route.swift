#if Service
import HTTPTypes
import Hummingbird

/// One route of the API.
struct Route: Sendable {
    var method: HTTPRequest.Method
    /// Such as `/v1/activities/{id}`. A segment `{*rest}` at the end takes all that follows.
    var path: String
    /// What a caller needs; `nil` for everybody.
    var scope: Scope?
    var handle: @Sendable (Call) async throws -> Response

    init(
        _ method: HTTPRequest.Method, _ path: String, _ scope: Scope?,
        _ handle: @escaping @Sendable (Call) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.scope = scope
        self.handle = handle
    }
}

/// Finds the route of a path.
struct RouteTable: Sendable {
    private final class Node: Sendable {
        let names: [String: Node]
        /// The segment that takes any text, and its name.
        let parameter: (name: String, node: Node)?
        let rest: (name: String, routes: [Int])?
        /// The numbers of the routes that end here.
        let routes: [Int]

        init(_ routes: [(segments: ArraySlice<Substring>, number: Int)]) {
            var named: [String: [(ArraySlice<Substring>, Int)]] = [:]
            var parameters: [(ArraySlice<Substring>, Int)] = []
            var parameterName = ""
            var rest: (name: String, routes: [Int])?
            var ending: [Int] = []
            for (segments, number) in routes {
                guard let first = segments.first else {
                    ending.append(number)
                    continue
                }
                if first.hasPrefix("{*") {
                    rest = (String(first.dropFirst(2).dropLast()), (rest?.routes ?? []) + [number])
                } else if first.hasPrefix("{") {
                    parameterName = String(first.dropFirst().dropLast())
                    parameters.append((segments.dropFirst(), number))
                } else {
                    named[String(first), default: []].append((segments.dropFirst(), number))
                }
            }
            names = named.mapValues { Node($0.map { (segments: $0.0, number: $0.1) }) }
            parameter =
                parameters.isEmpty ? nil : (parameterName, Node(parameters.map { (segments: $0.0, number: $0.1) }))
            self.rest = rest
            self.routes = ending
        }
    }

    let routes: [Route]
    private let root: Node

    init(_ routes: [Route]) {
        self.routes = routes
        root = Node(
            routes.enumerated().map { number, route in (segments: route.path.split(separator: "/")[...], number: number) })
    }

    enum Match {
        case route(Route, number: Int, parameters: [(name: String, value: String)])
        /// The path is known, with other methods.
        case otherMethods([HTTPRequest.Method])
        case none
        /// A segment is no percent-encoded UTF-8.
        case malformed
    }

    func match(_ method: HTTPRequest.Method, _ path: Substring) -> Match {
        var node = root
        var parameters: [(name: String, value: String)] = []
        var found: [Int]?
        let segments = path.split(separator: "/", omittingEmptySubsequences: true)
        for (index, segment) in segments.enumerated() {
            guard let text = String(percentDecoding: segment) else { return .malformed }
            if let next = node.names[text] {
                node = next
            } else if let (name, next) = node.parameter {
                parameters.append((name, text))
                node = next
            } else if let (name, numbers) = node.rest {
                parameters.append((name, segments[index...].joined(separator: "/")))
                found = numbers
                break
            } else {
                return .none
            }
        }
        let numbers = found ?? node.routes
        if numbers.isEmpty { return .none }
        let wanted = method == .head ? HTTPRequest.Method.get : method
        guard let number = numbers.first(where: { routes[$0].method == wanted }) else {
            return .otherMethods(numbers.map { routes[$0].method })
        }
        return .route(routes[number], number: number, parameters: parameters)
    }
}

extension String {
    /// The text that a part of a URL stands for; `nil` if it is no percent-encoded UTF-8.
    init?(percentDecoding text: some StringProtocol, plusIsSpace: Bool = false) {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            self = String(text)
            return
        }
        var bytes: [UInt8] = []
        var iterator = text.utf8.makeIterator()
        while let byte = iterator.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = iterator.next().flatMap(Self.digit), let low = iterator.next().flatMap(Self.digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { return nil }
        self = decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
#endif
