#if Service
import Foundation
import NIOCore
import SystemLibraries

/// Decides to which addresses a webhook may connect.
///
/// A name may resolve to an address inside the operator's network, also after it was configured. So before each request the
/// name is resolved and every address checked, and the connection goes to a checked address (``WebhookClient``).
enum WebhookAddress {
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    /// Resolves a host to the addresses that may be called, at least one. Blocks the thread.
    static func resolve(_ host: String, allowsPrivate: Bool) throws -> [String] {
        var hints = addrinfo()
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &list)
        guard status == 0 else {
            throw Refusal(description: "'\(host)' has no address: \(String(cString: gai_strerror(status)))")
        }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var next = list
        while let entry = next {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(
                entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            {
                addresses.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
            }
            next = entry.pointee.ai_next
        }
        if addresses.isEmpty { throw Refusal(description: "'\(host)' has no address") }
        if !allowsPrivate, let refused = addresses.first(where: { isPrivate($0) }) {
            throw Refusal(
                description: "'\(host)' is \(refused), which is not a public address; 'allowPrivateWebhooks' allows it")
        }
        return addresses
    }

    /// `true` for a private address, and for names that always resolve to this machine.
    static func isAlwaysPrivate(_ host: String) -> Bool {
        let plain = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]."))
        if plain == "localhost" || plain.hasSuffix(".localhost") { return true }
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET6, plain, &six) == 1 { return isPrivate(plain) }
        // Also 127.1 and 0x7f000001, which `getaddrinfo` accepts.
        return inet_aton(plain, &four) != 0 && isPrivate(UInt32(bigEndian: four.s_addr))
    }

    /// Whether an address belongs to this machine or a private network, or is not unicast.
    static func isPrivate(_ text: String) -> Bool {
        let plain = String(text.prefix { $0 != "%" })
        var four = in_addr()
        if inet_pton(AF_INET, plain, &four) == 1 { return isPrivate(UInt32(bigEndian: four.s_addr)) }
        var six = in6_addr()
        guard inet_pton(AF_INET6, plain, &six) == 1 else { return true }
        let bytes = withUnsafeBytes(of: &six) { Array($0) }
        // IPv4 addresses in IPv6: mapped (::ffff:0:0/96) and translated by NAT64 (64:ff9b::/96).
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        let isTranslated = bytes[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])
        if isMapped || isTranslated { return isPrivate(bytes[12...].reduce(0) { $0 << 8 | UInt32($1) }) }
        // Global unicast is 2000::/3. Everything else is loopback, link-local, unique local, multicast or reserved.
        return bytes[0] & 0xE0 != 0x20 || (bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] == 0x0D && bytes[3] == 0xB8)
            || (bytes[0] == 0x20 && bytes[1] == 0x02)
    }

    /// The blocks that IANA lists as not globally reachable.
    private static func isPrivate(_ address: UInt32) -> Bool {
        let blocks: [(UInt32, Int)] = [
            (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
            (0xC000_0000, 24), (0xC000_0200, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xC633_6400, 24), (0xCB00_7100, 24),
            (0xE000_0000, 3),
        ]
        return blocks.contains { address >> UInt32(32 - $0.1) == $0.0 >> UInt32(32 - $0.1) }
    }
}
#endif
