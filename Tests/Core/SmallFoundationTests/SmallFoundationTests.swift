import LiveActivityFoundation
import Testing

import struct SmallFoundation.Date

/// The stand-in of the C library and FoundationEssentials, given the same inputs.
@Suite struct SmallFoundationTests {
    @Test func datesAreWrittenAlike() {
        for seconds in [0, 803_667_600.25, -978_307_200, -1, 63_113_904_000, -63_114_076_800] {
            let date = LiveActivityFoundation.Date(timeIntervalSinceReferenceDate: seconds)
            #expect(SmallFoundation.Date(timeIntervalSinceReferenceDate: seconds).description == date.description)
        }
    }
}
