import MapKit
import SwiftUI

struct MapScreen: View {
    var body: some View { Map() }
}
