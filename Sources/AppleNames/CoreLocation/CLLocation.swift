@_exported public import Foundation

public typealias CLLocationDegrees = Double
public typealias CLLocationDistance = Double
public typealias CLLocationSpeed = Double
public typealias CLLocationSpeedAccuracy = Double
public typealias CLLocationDirection = Double
public typealias CLLocationDirectionAccuracy = Double
public typealias CLLocationAccuracy = Double

public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
public let kCLLocationAccuracyReduced: CLLocationAccuracy = .greatestFiniteMagnitude
public let kCLDistanceFilterNone: CLLocationDistance = -1
public let kCLHeadingFilterNone: CLLocationDegrees = -1
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// A position on the Earth, in degrees. As on iOS it is not `Equatable`, because apps declare this conformance themselves.
public struct CLLocationCoordinate2D: Sendable {
    public var latitude: CLLocationDegrees
    public var longitude: CLLocationDegrees

    public init() { (latitude, longitude) = (0, 0) }
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}

public func CLLocationCoordinate2DMake(_ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees) -> CLLocationCoordinate2D
{
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}

/// A measured position, with its time and its motion.
open class CLLocation: NSObject, NSSecureCoding, @unchecked Sendable {
    // `@unchecked Sendable`, because the class is open: all its properties are constants.
    public let coordinate: CLLocationCoordinate2D
    public let altitude: CLLocationDistance
    /// In meters; negative if the coordinate is not valid.
    public let horizontalAccuracy: CLLocationAccuracy
    /// In meters; negative if the altitude is not valid.
    public let verticalAccuracy: CLLocationAccuracy
    /// In degrees from the north; negative if unknown.
    public let course: CLLocationDirection
    public var courseAccuracy: CLLocationDirectionAccuracy { -1 }
    /// In meters per second; negative if unknown.
    public let speed: CLLocationSpeed
    public var speedAccuracy: CLLocationSpeedAccuracy { -1 }
    public let timestamp: Date
    public var ellipsoidalAltitude: CLLocationDistance { altitude }

    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0, horizontalAccuracy: 0,
            verticalAccuracy: -1, timestamp: Date())
    }

    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
    ) {
        self.init(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy, course: -1,
            speed: -1, timestamp: timestamp)
    }

    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
    ) {
        (self.coordinate, self.altitude, self.course, self.speed) = (coordinate, altitude, course, speed)
        (horizontalAccuracy, verticalAccuracy, self.timestamp) = (hAccuracy, vAccuracy, timestamp)
    }

    public class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        func number(_ key: String) -> Double { coder.decodeDouble(forKey: key) }
        coordinate = CLLocationCoordinate2D(latitude: number("latitude"), longitude: number("longitude"))
        (altitude, course, speed) = (number("altitude"), number("course"), number("speed"))
        (horizontalAccuracy, verticalAccuracy) = (number("horizontalAccuracy"), number("verticalAccuracy"))
        timestamp = Date(timeIntervalSinceReferenceDate: number("timestamp"))
    }

    public func encode(with coder: NSCoder) {
        let numbers = [
            "latitude": coordinate.latitude, "longitude": coordinate.longitude, "altitude": altitude, "course": course,
            "speed": speed, "horizontalAccuracy": horizontalAccuracy, "verticalAccuracy": verticalAccuracy,
            "timestamp": timestamp.timeIntervalSinceReferenceDate,
        ]
        for (key, number) in numbers { coder.encode(number, forKey: key) }
    }

    /// The distance along a great circle in meters, on a sphere with the Earth's mean radius.
    public func distance(from location: CLLocation) -> CLLocationDistance {
        let (here, there) = (coordinate, location.coordinate)
        func haversine(_ degrees: Double) -> Double { pow(sin(degrees * .pi / 360), 2) }
        let share =
            haversine(there.latitude - here.latitude)
            + cos(here.latitude * .pi / 180) * cos(there.latitude * .pi / 180) * haversine(there.longitude - here.longitude)
        return 2 * 6_371_008.8 * asin(min(1, share.squareRoot()))
    }
}

/// The direction in which the device points. Unknown here.
open class CLHeading: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, because the class is open: its only stored property is a constant.
    public var magneticHeading: CLLocationDirection { 0 }
    public var trueHeading: CLLocationDirection { -1 }
    public var headingAccuracy: CLLocationDirection { -1 }
    public let timestamp = Date()
}

/// An area that an app can monitor.
open class CLRegion: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, because projects pass regions between tasks. Nothing here reads the variables; a project that
    // changes a region which it shares has to synchronize that.
    public let identifier: String
    public var notifyOnEntry = true
    public var notifyOnExit = true

    init(identifier: String) { self.identifier = identifier }
}

/// A circle around a coordinate.
open class CLCircularRegion: CLRegion, @unchecked Sendable {
    public let center: CLLocationCoordinate2D
    public let radius: CLLocationDistance

    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
        (self.center, self.radius) = (center, radius)
        super.init(identifier: identifier)
    }

    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        let center = CLLocation(latitude: center.latitude, longitude: center.longitude)
        return center.distance(from: CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude)) <= radius
    }
}
