import LiveActivityCore
import LiveActivityTesting

let scenario = Scenario(ParkingProvider())
let car = try scenario.start(ParkingProvider.Attributes(plate: "HH-LA 26", minutes: 30))
print(scenario.lastChanges.map(\.what.name))
print(scenario.advance(by: 25 * 60).map(\.name))
print(try scenario.send(ParkingProvider.Event.extended(minutes: 10), to: car).map(\.name))
print(scenario.advance(by: 15 * 60).map(\.name))
