public import LiveActivityCore

/// Which order is on its way, and from where (DOM-02, FIX-07). Never changes once the delivery has started.
public struct DeliveryAttributes: ActivityAttributes, Hashable, Sendable {
    public typealias ContentState = DeliveryState

    /// The number that restaurant and customer know the order by. Not negative.
    public let orderNumber: Int

    /// Who cooks. Not blank, at most ``nameBytesMax`` bytes of UTF-8.
    public let restaurantName: String

    /// Where the order goes, roughly: what a Lock Screen may tell anybody (HIG-22). At most ``nameBytesMax`` bytes of UTF-8.
    public let destinationCity: String?

    /// When the order was promised, if somebody promised; otherwise ``DeliveryProvider/firstEstimate`` counts from the start.
    public let promisedDeliveryTime: ClosedRange<Date>?

    public init(
        orderNumber: Int, restaurantName: String, destinationCity: String? = nil,
        promisedDeliveryTime: ClosedRange<Date>? = nil
    ) {
        self.orderNumber = orderNumber
        self.restaurantName = restaurantName
        self.destinationCity = destinationCity
        self.promisedDeliveryTime = promisedDeliveryTime
    }

    /// The longest name, in bytes of UTF-8. A byte takes up to six in JSON, so both names at their longest still leave
    /// more than half of the 4096 bytes (LIM-04) to the content.
    public static let nameBytesMax = 160

    /// Refuses attributes that no order can have.
    func validate() throws(DeliveryError) {
        guard orderNumber >= 0 else { throw .orderNumberNegative(orderNumber) }
        try Self.validate(restaurantName, of: "restaurantName")
        if let destinationCity { try Self.validate(destinationCity, of: "destinationCity") }
    }

    private static func validate(_ name: String, of field: String) throws(DeliveryError) {
        guard !name.allSatisfy(\.isWhitespace) else { throw .blank(field: field) }
        guard name.utf8.count <= nameBytesMax else {
            throw .tooLong(field: field, bytes: name.utf8.count, limit: nameBytesMax)
        }
    }
}
