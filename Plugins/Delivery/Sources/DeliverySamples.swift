public import LiveActivityCore

extension DeliveryProvider {
    /// A pizza that is delayed and then delivered. The dates fit a start at 2026-06-20 17:00 UTC.
    public var samples: ProviderSamples<DeliveryAttributes, DeliveryEvent> {
        let start = Date(timeIntervalSinceReferenceDate: 803_667_600)
        func arrival(_ minutes: ClosedRange<Double>) -> ClosedRange<Date> {
            (start + minutes.lowerBound * 60)...(start + minutes.upperBound * 60)
        }
        func seen(_ latitude: Double, _ longitude: Double) -> DeliveryPosition {
            DeliveryPosition(latitude: latitude, longitude: longitude)
        }
        return ProviderSamples(
            attributes: [
                DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza", destinationCity: "Berlin"),
                DeliveryAttributes(orderNumber: 7, restaurantName: "Zum grünen Käse"),
                DeliveryAttributes(
                    orderNumber: 4711, restaurantName: "海老名食堂", destinationCity: "海老名市",
                    promisedDeliveryTime: arrival(40...60)),
            ],
            story: [
                .init(after: 120, .preparationStarted),
                .init(after: 300, .courierAssigned(name: "Alex")),
                .init(after: 600, .delayed(reason: .busyKitchen, arrival: arrival(40...60))),
                .init(after: 1500, .pickedUp(arrival: arrival(38...50))),
                .init(after: 1560, .departed(arrival: nil)),
                .init(
                    after: 1800,
                    .courierMoved(position: seen(52.5219, 13.4132), stopsLeft: 2, arrival: arrival(38...46))),
                .init(after: 2100, .courierMoved(position: seen(52.5163, 13.3777), stopsLeft: 1, arrival: arrival(39...44))),
                .init(after: 2280, .cameNearby(arrival: arrival(39...42))),
                .init(after: 2400, .delivered),
            ],
            actions: [
                .init(Self.contactCourier, DeliveryStrings.contactCourier),
                .init(Self.leaveAtDoor, DeliveryStrings.leaveAtDoor),
            ])
    }
}
