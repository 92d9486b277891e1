// Made by Scripts/expand-macros from the types that are marked `// @ActivityJSON`: do not edit it.
// Reading and writing without `Codable` takes a third of the time. The JSON is the same; tests compare the two.

public import LiveActivityCore

extension QueuePace: JSONReadable, JSONWritable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        parties = try json["parties"]
        seconds = try json["seconds"]
        experienced = try json["experienced"]
        announced = try json["announced"]
        posted = try json["posted"]
    }

    public func write(to json: inout JSONWriter) {
        json.member("parties", parties)
        json.member("seconds", seconds)
        json.member("experienced", experienced)
        json.member("announced", announced)
        json.member("posted", posted)
    }
}

extension WaitQueueAttributes: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        waitlistName = try json["waitlistName"]
        bookingId = try json["bookingId"]
        queueId = try json["queueId"]
        ticket = try json["ticket"]
        position = try json["position"]
        partySize = try json["partySize"]
        secondsPerParty = try json["secondsPerParty"]
        readyThreshold = try json["readyThreshold"]
        holdMinutes = try json["holdMinutes"]
        extensions = try json["extensions"]
    }
}

extension WaitQueueEvent: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        switch try json.enterCase() {
        case "advanced": self = .advanced(through: try json["through"], also: try json["also"])
        case "waitPosted": self = .waitPosted(minutes: try json["minutes"], position: try json["place"])
        case "waitMeasured": self = .waitMeasured(minutes: try json["minutes"], position: try json["place"])
        case "called": self = .called(holdUntil: try json["holdUntil"])
        case "seated": self = .seated
        case "left": self = .left
        case "partySizeChanged": self = .partySizeChanged(to: try json["to"])
        default: throw JSONReader.GaveUp()
        }
    }
}

extension WaitQueueState: JSONReadable, JSONWritable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        step = try json["step"]
        currentPositionInQueue = try json["currentPositionInQueue"]
        progress = try json["progress"]
        partySize = try json["partySize"]
        estimatedTurn = try json["estimatedTurn"]
        heldUntil = try json["heldUntil"]
        extensionsUsed = try json["extensionsUsed"]
        pace = try json["pace"]
        movedAt = try json["movedAt"]
    }

    public func write(to json: inout JSONWriter) {
        json.member("step", step)
        json.member("currentPositionInQueue", currentPositionInQueue)
        json.member("progress", progress)
        json.member("partySize", partySize)
        json.member("estimatedTurn", estimatedTurn)
        json.member("heldUntil", heldUntil)
        json.member("extensionsUsed", extensionsUsed)
        json.member("pace", pace)
        json.member("movedAt", movedAt)
    }
}

extension WaitQueueStep: JSONReadable, JSONWritable {}
