import Foundation
import LiveActivityTesting
import Testing

@testable import LiveActivityJSON

/// Parsing and formatting of numbers, compared with Swift's own.
@Suite struct NumberTextTests {
    private func written(_ body: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
        String(unsafeUninitializedCapacity: NumberText.longest) { buffer in
            buffer.baseAddress.map(body) ?? 0
        }
    }

    private func expected(_ description: String) -> String {
        description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }

    @Test("every double is written as Swift describes it", arguments: SeededGenerator.seeds(10))
    func doubles(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let value = random.double()
            let text = written { NumberText.write(value, to: $0) }
            if text != expected(value.description) { Issue.record("seed \(seed): \(value) as \(text)") }
            let bits = Double(bitPattern: random.next())
            if bits.isFinite, written({ NumberText.write(bits, to: $0) }) != expected(bits.description) {
                Issue.record("seed \(seed): \(bits)")
            }
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            if float.isFinite, written({ NumberText.write(float, to: $0) }) != expected(float.description) {
                Issue.record("seed \(seed): \(float)")
            }
        }
    }

    @Test("a date with nanoseconds is written as Swift describes it", arguments: SeededGenerator.seeds(10))
    func datesWithSevenDecimals(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // Two numbers with seven decimals are equally close to the first ones; the others are the ends of the range.
        var dates = [0.003_906_25, 0.011_718_75].map { 600_000_000 + $0 }
        for edge in [0x1p29, 9e8] { dates += [edge.nextDown, edge, edge.nextUp, -edge.nextUp] }
        for _ in 0..<2000 { dates.append(0x1p29 + Double(random.next() % (363_129_088 << 23)) / 0x1p23) }
        for date in dates where written({ NumberText.write(date, to: $0) }) != expected(date.description) {
            Issue.record("seed \(seed): \(date)")
        }
    }

    @Test func writesIntegersOfEveryLength() {
        var values: [UInt64] = [0, .max]
        var power: UInt64 = 1
        for _ in 0..<19 {
            values += [power - 1, power, power + 1, power * 9]
            power *= 10
        }
        for value in values {
            #expect(written { NumberText.write(value, to: $0) } == "\(value)")
            let signed = Int64(bitPattern: value)
            #expect(written { NumberText.write(signed, to: $0) } == "\(signed)")
        }
        #expect(written { NumberText.write(Int64.min, to: $0) } == "\(Int64.min)")
    }

    private func with<R>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        var text = text
        return text.withUTF8(body)
    }

    @Test("every text is read as the double that Swift reads", arguments: SeededGenerator.seeds(10))
    func readsDoubles(seed: UInt64) {
        var random = SeededGenerator(seed: seed &* 31)
        for _ in 0..<2000 {
            var text = random.once(in: 2) ? "-" : ""
            text += "\(UInt64.random(in: 0...(random.once(in: 2) ? 999 : .max), using: &random))"
            if random.once(in: 2) {
                text +=
                    "."
                    + (0..<Int.random(in: 1...25, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }
                    .joined()
            }
            if random.once(in: 2) {
                text += random.pick(["e", "E", "e+", "e-"]) + "\(Int.random(in: 0...330, using: &random))"
            }
            let value = Double(text) ?? .nan
            let ours = with(text) { NumberText.double($0) }
            let isTiny = value == 0 && text.prefix { $0 != "e" && $0 != "E" }.contains { ("1"..."9").contains($0) }
            if ours != (value.isFinite && !isTiny ? value : nil) { Issue.record("seed \(seed): \(text) as \(ours as Any)") }
        }
    }

    @Test("an integer is exact or nothing")
    func integers() {
        func integer<T: FixedWidthInteger>(_ text: String, _ type: T.Type = Int.self) -> T? {
            with(text) { NumberText.integer($0, as: type) }
        }
        #expect(integer("1.0") == 1)
        #expect(integer("1e2") == 100)
        #expect(integer("120e-1") == 12)
        #expect(integer("0.00e-99999999999999999999") == 0)
        #expect(integer("-0") == 0)
        #expect(integer("-0", UInt8.self) == 0)
        #expect(integer("1.5") == nil)
        #expect(integer("1e-1") == nil)
        #expect(integer("1e99999999999999999999") == nil)
        #expect(integer("9007199254740993.0") == 9_007_199_254_740_993)
        #expect(integer("9223372036854775807.0") == Int.max)
        #expect(integer("9223372036854775808") == nil)
        #expect(integer("-9223372036854775808.0") == Int.min)
        #expect(integer("\(UInt128.max)", UInt128.self) == .max)
        #expect(integer("\(UInt128.max)0", UInt128.self) == nil)
        #expect(integer("\(Int128.min)", Int128.self) == .min)
        #expect(integer("-170141183460469231731687303715884105729", Int128.self) == nil)
        #expect(integer("1e30", Int128.self) == Int128("1000000000000000000000000000000"))
    }
}
