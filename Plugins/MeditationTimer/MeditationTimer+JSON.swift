public import LiveActivityCore

// The shapes are those of `Codable`, read and written without its containers.

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

extension MeditationTimerState: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.member("mode", mode)
        json.member("currentCycle", currentCycle)
        json.member("totalCycles", totalCycles)
    }
}

extension MeditationTimerState.Mode: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .idle: json.object("idle")
        case .running(let endTime): json.object("running") { $0.member("endTime", endTime) }
        case .paused(let seconds): json.object("paused") { $0.member("remainingSeconds", seconds) }
        case .cycleEnd: json.object("cycleEnd")
        case .complete: json.object("complete")
        }
    }
}
