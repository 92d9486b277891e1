// Made by Scripts/expand-macros from the types that are marked `// @ActivityJSON`: do not edit it.
// Reading and writing without `Codable` takes a third of the time. The JSON is the same; tests compare the two.

public import LiveActivityCore

extension MeditationTimerAttributes: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        timerDuration = try json["timerDuration"]
        cycles = try json["cycles"]
        languageCode = try json["languageCode"]
    }
}

extension MeditationTimerEvent: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        switch try json.enterCase() {
        case "started": self = .started
        case "paused": self = .paused
        case "resumed": self = .resumed
        case "nextCycleStarted": self = .nextCycleStarted
        case "extended": self = .extended(seconds: try json["seconds"])
        case "reset": self = .reset
        default: throw JSONReader.GaveUp()
        }
    }
}

extension MeditationTimerState: JSONReadable, JSONWritable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        mode = try json["mode"]
        currentCycle = try json["currentCycle"]
        totalCycles = try json["totalCycles"]
    }

    public func write(to json: inout JSONWriter) {
        json.member("mode", mode)
        json.member("currentCycle", currentCycle)
        json.member("totalCycles", totalCycles)
    }
}

extension MeditationTimerState.Mode: JSONReadable, JSONWritable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        switch try json.enterCase() {
        case "idle": self = .idle
        case "running": self = .running(endTime: try json["endTime"])
        case "paused": self = .paused(remainingSeconds: try json["remainingSeconds"])
        case "cycleEnd": self = .cycleEnd
        case "complete": self = .complete
        default: throw JSONReader.GaveUp()
        }
    }

    public func write(to json: inout JSONWriter) {
        switch self {
        case .idle: json.object("idle")
        case .running(let endTime): json.object("running") { $0.member("endTime", endTime) }
        case .paused(let remainingSeconds): json.object("paused") { $0.member("remainingSeconds", remainingSeconds) }
        case .cycleEnd: json.object("cycleEnd")
        case .complete: json.object("complete")
        }
    }
}
