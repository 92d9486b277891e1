public import LiveActivityCore

// @ActivityJSON(.reading)
/// The order that is delivered, and the restaurant. It never changes after the start.
public struct DeliveryAttributes: ActivityAttributes, Hashable, Sendable {
    /// The values that the surfaces show. They change with every event.
    public typealias ContentState = DeliveryState

    /// The number by which the restaurant and the customer know the order. 0 or more.
    public let orderNumber: Int

    /// The restaurant. Not blank, without control characters, at most ``nameBytesMax`` bytes of UTF-8.
    public let restaurantName: String

    /// The approximate destination, such as the city. Restricted as ``restaurantName`` is.
    ///
    /// Anybody can read a Lock Screen, so do not put the street here.
    public let destinationCity: String?

    /// The promised time of arrival; `nil` without a promise. ``DeliveryProvider/firstEstimate`` then counts from the start.
    ///
    /// It begins at most 8 hours before the start of the activity and ends at most 7 days after it.
    public let promisedDeliveryTime: ClosedRange<Date>?

    /// Creates attributes. Values out of range are refused when the activity is started.
    public init(
        orderNumber: Int, restaurantName: String, destinationCity: String? = nil,
        promisedDeliveryTime: ClosedRange<Date>? = nil
    ) {
        self.orderNumber = orderNumber
        self.restaurantName = restaurantName
        self.destinationCity = destinationCity
        self.promisedDeliveryTime = promisedDeliveryTime
    }

    /// The longest name, in bytes of UTF-8.
    ///
    /// One byte takes up to six in JSON, so the two longest names still leave more than half of the payload's 4096
    /// bytes to the content.
    public static let nameBytesMax = 160

    /// Refuses values that no order can have.
    func validate() throws(InvalidField) {
        try InvalidField.check(orderNumber, "orderNumber", in: 0...Int.max)
        try Self.validate(restaurantName, of: "restaurantName")
        if let destinationCity { try Self.validate(destinationCity, of: "destinationCity") }
    }

    private static func validate(_ name: String, of field: String) throws(InvalidField) {
        guard !name.isBlank else { throw .empty(field) }
        try InvalidField.check(name, field, bytes: nameBytesMax)
    }
}
