public import LiveActivityCore

// One call moves a whole queue, so these read and write themselves. The shapes are those of `Codable`.

extension WaitQueueEvent: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        switch try json.enterCase() {
        case "advanced": self = .advanced(through: try json["through"], also: try json["also"])
        case "waitPosted": self = .waitPosted(minutes: try json["minutes"], place: try json["place"])
        case "waitMeasured": self = .waitMeasured(minutes: try json["minutes"], place: try json["place"])
        case "called": self = .called(holdUntil: try json["holdUntil"])
        case "seated": self = .seated
        case "left": self = .left
        case "partySizeChanged": self = .partySizeChanged(to: try json["to"])
        default: throw JSONReader.GaveUp()
        }
    }
}

extension WaitQueueState: JSONWritable {
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

extension QueuePace: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.member("parties", parties)
        json.member("seconds", seconds)
        json.member("experienced", experienced)
        json.member("announced", announced)
        json.member("posted", posted)
    }
}

extension WaitQueueStep: JSONWritable {}
