import CLiveActivities
import Testing

@testable import LiveActivitiesC

/// A host that passes seconds where milliseconds are expected gets the right advice, in either order.
@Suite struct TimeUnitTests {
    private static let evening: Int64 = 1_781_974_800_000
    private static let implausible = la_status(LA_ERROR_IMPLAUSIBLE_DATE)

    private func withRuntime(_ body: (OpaquePointer?) throws -> Void) rethrows {
        var options = la_options()
        options.size = UInt32(MemoryLayout<la_options>.size)
        options.flags = UInt32(LA_VIRTUAL_TIME)
        var runtime: OpaquePointer?
        #expect(la_runtime_create(&options, &runtime) == la_status(LA_OK))
        try body(runtime)
        #expect(la_runtime_destroy(runtime) == la_status(LA_OK))
    }

    @Test func secondsInTheFirstCallAreRefusedAndMillisecondsThenAccepted() {
        withRuntime { runtime in
            #expect(la_runtime_advance(runtime, Self.evening / 1_000, nil) == Self.implausible)
            #expect(
                String(cString: la_last_error())
                    == "now_ms is 1781974800, which is 1970-01-21T14:59:34.800Z: it looks like seconds (2026-06-20T17:00:00Z); "
                    + "milliseconds are expected")
            #expect(la_permit(runtime, "anna", nil, 1, Self.evening / 1_000) == Self.implausible)
            #expect(la_runtime_advance(runtime, Self.evening, nil) == la_status(LA_OK))
        }
    }

    @Test func secondsAfterMillisecondsAreRefusedAndTimeGoesOn() {
        withRuntime { runtime in
            #expect(la_runtime_advance(runtime, Self.evening, nil) == la_status(LA_OK))
            #expect(la_runtime_advance(runtime, Self.evening / 1_000 + 60, nil) == Self.implausible)
            #expect(la_permit(runtime, "anna", nil, 1, Self.evening / 1_000 + 60) == Self.implausible)
            // A slightly earlier time counts as the latest time.
            #expect(la_permit(runtime, "anna", nil, 1, Self.evening - 1) == la_status(LA_OK))
        }
    }

    @Test func virtualTimeMayBeginWithZeroAndComeToSuchNumbers() {
        withRuntime { runtime in
            #expect(la_runtime_advance(runtime, 0, nil) == la_status(LA_OK))
            #expect(la_runtime_advance(runtime, Self.evening / 1_000, nil) == la_status(LA_OK))
        }
    }

    @Test(
        arguments: [
            (999_999_999, true), (1_000_000_000, false), (99_999_999_999, false), (100_000_000_000, true),
        ] as [(Int64, Bool)]) func onlyNumbersThatAreOfThisCenturyAsSeconds(first: Int64, isAccepted: Bool)
    {
        withRuntime { runtime in
            #expect((la_runtime_advance(runtime, first, nil) == la_status(LA_OK)) == isAccepted)
        }
    }

    @Test func microsecondsAreNamed() {
        withRuntime { runtime in
            #expect(la_runtime_advance(runtime, Self.evening * 1_000, nil) == la_status(LA_ERROR_INVALID_ARGUMENT))
            #expect(String(cString: la_last_error()).hasSuffix("not from the year 1 to 9999: it looks like microseconds"))
        }
    }
}
