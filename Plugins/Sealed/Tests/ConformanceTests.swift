import LiveActivityTesting
import SealedActivity
import Testing

@Test func keepsTheEnginesPromises() throws { try ProviderConformance.check(SealedProvider()) }
