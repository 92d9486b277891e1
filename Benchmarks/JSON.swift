import DeliveryActivity
import Foundation
import LiveActivityJSON

extension Benchmark {
    static let json = Benchmark(
        name: "json", summary: "a delivery's state to text and back, against Foundation's coders, reused"
    ) {
        var deliveries = try Deliveries(1_000, payloadBytes: nil)
        let state = try deliveries.anyState()
        let (encoder, decoder) = (WireEncoder(), WireDecoder())
        let (theirEncoder, theirDecoder) = (JSONEncoder(), JSONDecoder())
        let text = try encoder.encode(state)
        let data = Data(text)
        guard try decoder.decode(DeliveryState.self, from: text) == state else {
            throw BenchmarkError(reason: "what was encoded is not what is decoded")
        }
        let count = 100_000
        func rate(_ body: () throws -> Void) rethrows -> Double {
            Double(count) / (try seconds { for _ in 0..<count { try body() } })
        }
        var (ourEncodes, theirEncodes): ([Double], [Double]) = ([], [])
        var (ourDecodes, theirDecodes): ([Double], [Double]) = ([], [])
        var bytes: [UInt8] = []
        for _ in 0..<5 {
            ourEncodes.append(
                try rate {
                    bytes.removeAll(keepingCapacity: true)
                    try encoder.encode(state, into: &bytes)
                })
            theirEncodes.append(try rate { _ = try theirEncoder.encode(state) })
            ourDecodes.append(try rate { _ = try decoder.decode(DeliveryState.self, from: text) })
            theirDecodes.append(try rate { _ = try theirDecoder.decode(DeliveryState.self, from: data) })
        }
        return [
            Figure(
                "json-encode", ourEncodes.median, "states/s", .higherIsBetter,
                baseline: ("Foundation's JSONEncoder", theirEncodes.median)),
            Figure(
                "json-decode", ourDecodes.median, "states/s", .higherIsBetter,
                baseline: ("Foundation's JSONDecoder", theirDecodes.median)),
        ]
    }
}
