import ActivityKit
import Foundation

struct OrderAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var step: String
        var courier: Courier?
        var arrival: Date
    }

    struct Courier: Codable, Hashable {
        var name: String
    }

    var number: Int
}
