import Foundation
import LiveActivityTesting

extension Benchmark {
    static let runJSONL = Benchmark(
        name: "run-jsonl", summary: "live-activities run: JSON Lines commands in, JSON Lines changes out, file to file"
    ) {
        let command = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("live-activities")
        guard FileManager.default.isExecutableFile(atPath: command.path) else {
            throw BenchmarkError(reason: "build the product live-activities beside this one first")
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("run-jsonl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appendingPathComponent("in.jsonl"), folder.appendingPathComponent("out.jsonl"))

        let (activities, events) = (10_000, 1_000_000)
        try lines(activities: activities, events: events).write(to: input)
        var rates: [Double] = []
        for _ in 0..<3 {
            try Data().write(to: output)
            let process = Process()
            process.executableURL = command
            process.arguments = ["run", "--virtual-time", input.path]
            process.standardOutput = try FileHandle(forWritingTo: output)
            let time = try seconds {
                try process.run()
                process.waitUntilExit()
            }
            guard process.terminationStatus == 0 else {
                throw BenchmarkError(reason: "the command ended with status \(process.terminationStatus)")
            }
            rates.append(Double(events) / time)
        }
        let written = try Data(contentsOf: output).count { $0 == UInt8(ascii: "\n") }
        guard written >= events else { throw BenchmarkError(reason: "\(written) changes came of \(events) events") }
        return [Figure("run-jsonl", rates.median, "events/s", .higherIsBetter)]
    }

    /// Deliveries that start, are picked up and depart, then positions of couriers, each with a new time of arrival.
    private static func lines(activities: Int, events: Int) -> Data {
        var data = Data()
        var now = 803_667_600.0
        func reference(_ number: Int) -> String {
            #"{"owner":"person-\#(number)","kind":"delivery","key":"order-\#(number)"}"#
        }
        func line(_ text: String) {
            data.append(contentsOf: text.utf8)
            data.append(UInt8(ascii: "\n"))
        }
        for number in 0..<activities {
            line(
                #"{"at":\#(now),"command":"start","kind":"delivery","owner":"person-\#(number)","key":"order-\#(number)","#
                    + #""attributes":{"orderNumber":\#(number),"restaurantName":"Trattoria Napoli"}}"#)
            for event in [#"{"courierAssigned":{"name":"Alex"}}"#, #"{"pickedUp":{}}"#, #"{"departed":{}}"#] {
                line(#"{"at":\#(now),"command":"send","activity":\#(reference(number)),"event":\#(event)}"#)
            }
        }
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<events {
            now += 0.001
            let random = generator.next()
            let arrival = (now + 1_200).rounded() + Double(random & 0x3FF)
            let event =
                #"{"courierMoved":{"position":{"latitude":\#(53 + Double(random >> 10 & 0xFFFF) / 65_536),"longitude":10},"#
                + #""stopsLeft":\#(random >> 26 & 7),"arrival":[\#(arrival),\#(arrival + 600)]}}"#
            line(
                #"{"at":\#(now),"command":"send","activity":\#(reference(Int(random >> 32) % activities)),"event":\#(event)}"#)
        }
        return data
    }
}
