import DeliveryActivity
import LiveActivityTesting
import Testing

@Test func keepsTheEnginesPromises() throws { try ProviderConformance.check(DeliveryProvider()) }
