import MeditationTimerActivity
import LiveActivityTesting
import Testing

@Test func keepsTheEnginesPromises() throws { try ProviderConformance.check(MeditationTimerProvider()) }
