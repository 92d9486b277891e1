// Style: a view that is explicitly isolated to the main actor, and reads an object that is isolated too.
import SwiftUI

@MainActor final class House: ObservableObject {
    static let shared = House()

    var lights = ["hall": true, "attic": false]
}

// In Swift 6 mode the conformance is isolated as well, so the view cannot be resolved elsewhere.
#if swift(>=6)
@MainActor struct Lights: @MainActor View {
    @ObservedObject var house = House.shared

    var body: some View { Text(house.lights.filter { $0.value }.map { $0.key }.joined()) }
}
#else
@MainActor struct Lights: View {
    @ObservedObject var house = House.shared

    var body: some View { Text(house.lights.filter { $0.value }.map { $0.key }.joined()) }
}
#endif
