import CoreLocation
import SwiftUI
import Testing

extension CLLocationCoordinate2D: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        left.latitude == right.latitude && left.longitude == right.longitude
    }
}

/// Notes what a location manager reports.
private final class Courier: NSObject, CLLocationManagerDelegate {
    var noted: [CLLocationCoordinate2D] = []

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        noted += locations.map(\.coordinate)
    }
}

/// An app's places, in files that its widget extension shares. They run without a device that has a location.
@Suite struct LocationTests {
    private let paris = CLLocationCoordinate2D(latitude: 48.8566, longitude: 2.3522)
    private let london = CLLocationCoordinate2DMake(51.5074, -0.1278)

    @Test func distancesFollowAGreatCircle() {
        let (start, end) = (CLLocation(latitude: 48.8566, longitude: 2.3522), CLLocation(latitude: 51.5074, longitude: -0.1278))
        #expect(start.coordinate == paris)
        #expect(end.coordinate == london)
        #expect((start.distance(from: end) / 1000).rounded() == 344)
        #expect(start.distance(from: start) == 0)
        #expect((start.speed, start.course) == (-1, -1))
        #expect(CLLocationCoordinate2DIsValid(paris))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    }

    /// Apps keep the last location in the settings that their widgets read.
    @Test func anArchivedLocationIsTheSame() throws {
        let stored = try NSKeyedArchiver.archivedData(
            withRootObject: CLLocation(latitude: 48.8566, longitude: 2.3522), requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: stored)
        #expect(read?.coordinate == paris)
        #expect(read?.verticalAccuracy == -1)
    }

    @Test func aRegionEndsAtItsRadius() {
        let distance = CLLocation(latitude: 0, longitude: 0).distance(from: CLLocation(latitude: 0, longitude: 1))
        let point = CLLocationCoordinate2D(latitude: 0, longitude: 1)
        #expect(CLCircularRegion(center: CLLocationCoordinate2D(), radius: distance, identifier: "a").contains(point))
        #expect(!CLCircularRegion(center: CLLocationCoordinate2D(), radius: distance - 1, identifier: "b").contains(point))
    }

    @Test func noLocationIsEverReported() async throws {
        let (manager, courier) = (CLLocationManager(), Courier())
        manager.delegate = courier
        manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
        manager.requestWhenInUseAuthorization()
        manager.startUpdatingLocation()
        #expect(manager.authorizationStatus == .notDetermined)
        #expect(manager.location == nil)
        for try await update in CLLocationUpdate.liveUpdates() { Issue.record("\(update)") }
        #expect(courier.noted == [])
    }

    @Test func noAddressIsFound() async {
        await #expect(throws: CLError(.geocodeFoundNoResult)) {
            try await CLGeocoder().reverseGeocodeLocation(CLLocation(latitude: 0, longitude: 0))
        }
    }

    /// Widgets signal their app with a notification of Darwin.
    @Test func aSignalToTheAppIsDropped() {
        let center = CFNotificationCenterGetDarwinNotifyCenter()
        CFNotificationCenterAddObserver(
            center, nil, { _, _, name, _, _ in Issue.record("\(String(describing: name))") }, "pause" as CFString, nil,
            .deliverImmediately)
        CFNotificationCenterPostNotification(center, CFNotificationName("pause" as CFString), nil, nil, true)
        CFNotificationCenterRemoveEveryObserver(center, nil)
    }
}
