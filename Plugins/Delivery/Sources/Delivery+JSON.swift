// Made by Scripts/expand-macros from the types that are marked `// @ActivityJSON`: do not edit it.
// Reading and writing without `Codable` takes a third of the time. The JSON is the same; tests compare the two.

public import LiveActivityCore

extension DeliveryAttributes: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        orderNumber = try json["orderNumber"]
        restaurantName = try json["restaurantName"]
        destinationCity = try json["destinationCity"]
        promisedDeliveryTime = try json["promisedDeliveryTime"]
    }
}

extension DeliveryEvent: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        switch try json.enterCase() {
        case "preparationStarted": self = .preparationStarted
        case "courierAssigned": self = .courierAssigned(name: try json["name"])
        case "courierUnassigned": self = .courierUnassigned
        case "pickedUp": self = .pickedUp(arrival: try json["arrival"])
        case "departed": self = .departed(arrival: try json["arrival"])
        case "courierMoved":
            self = .courierMoved(position: try json["position"], stopsLeft: try json["stopsLeft"], arrival: try json["arrival"])
        case "arrivalEstimated": self = .arrivalEstimated(arrival: try json["arrival"])
        case "delayed": self = .delayed(reason: try json["reason"], arrival: try json["arrival"])
        case "cameNearby": self = .cameNearby(arrival: try json["arrival"])
        case "delivered": self = .delivered
        case "attemptFailed": self = .attemptFailed(reason: try json["reason"])
        case "courierContacted": self = .courierContacted
        case "cancelled": self = .cancelled(reason: try json["reason"])
        default: throw JSONReader.GaveUp()
        }
    }
}

extension DeliveryDelayReason: JSONReadable, JSONWritable {}

extension DeliveryFailureReason: JSONReadable, JSONWritable {}

extension DeliveryCancellationReason: JSONReadable, JSONWritable {}

extension DeliveryState: JSONReadable, JSONWritable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        driverName = try json["driverName"]
        estimatedDeliveryTime = try json["estimatedDeliveryTime"]
        currentStep = try json["currentStep"]
        stopsLeft = try json["stopsLeft"]
        announcedDelayMinutes = try json["announcedDelayMinutes"]
        delayReason = try json["delayReason"]
        promisedTime = try json["promisedTime"]
        failedAttempts = try json["failedAttempts"]
        failureReason = try json["failureReason"]
        cancellationReason = try json["cancellationReason"]
        leaveAtDoor = try json["leaveAtDoor"]
        contactRequested = try json["contactRequested"]
        courierPosition = try json["courierPosition"]
    }

    public func write(to json: inout JSONWriter) {
        json.member("driverName", driverName)
        json.member("estimatedDeliveryTime", estimatedDeliveryTime)
        json.member("currentStep", currentStep)
        json.member("stopsLeft", stopsLeft)
        json.member("announcedDelayMinutes", announcedDelayMinutes)
        json.member("delayReason", delayReason)
        json.member("promisedTime", promisedTime)
        json.member("failedAttempts", failedAttempts)
        json.member("failureReason", failureReason)
        json.member("cancellationReason", cancellationReason)
        json.member("leaveAtDoor", leaveAtDoor)
        json.member("contactRequested", contactRequested)
        json.member("courierPosition", courierPosition)
    }
}

extension DeliveryPosition: JSONReadable, JSONWritable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        latitude = try json["latitude"]
        longitude = try json["longitude"]
    }

    public func write(to json: inout JSONWriter) {
        json.member("latitude", latitude)
        json.member("longitude", longitude)
    }
}

extension DeliveryStep: JSONReadable, JSONWritable {}
