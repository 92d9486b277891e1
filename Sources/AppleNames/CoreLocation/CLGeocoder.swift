public import Foundation

/// A place with an address.
open class CLPlacemark: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, because the class is open: it stores nothing.
    public var location: CLLocation? { nil }
    public var name: String? { nil }
    public var thoroughfare: String? { nil }
    public var subThoroughfare: String? { nil }
    public var locality: String? { nil }
    public var subLocality: String? { nil }
    public var administrativeArea: String? { nil }
    public var subAdministrativeArea: String? { nil }
    public var postalCode: String? { nil }
    public var isoCountryCode: String? { nil }
    public var country: String? { nil }
    public var timeZone: TimeZone? { nil }
    public var areasOfInterest: [String]? { nil }
}

/// Converts between coordinates and addresses. Finds nothing here, because it has no service.
open class CLGeocoder: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, because the class is open: it stores nothing.
    public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

    open var isGeocoding: Bool { false }
    open func cancelGeocode() {}

    open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] { throw Self.nothing }
    open func reverseGeocodeLocation(_ location: CLLocation, preferredLocale locale: Locale?) async throws -> [CLPlacemark] {
        throw Self.nothing
    }
    open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] { throw Self.nothing }
    open func reverseGeocodeLocation(
        _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
    ) { completionHandler(nil, Self.nothing) }
    open func reverseGeocodeLocation(
        _ location: CLLocation, preferredLocale locale: Locale?, completionHandler: @escaping CLGeocodeCompletionHandler
    ) { completionHandler(nil, Self.nothing) }
    open func geocodeAddressString(_ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler) {
        completionHandler(nil, Self.nothing)
    }

    private static let nothing = CLError(.geocodeFoundNoResult)
}
