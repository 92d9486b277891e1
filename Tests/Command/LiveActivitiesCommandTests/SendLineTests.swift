import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivitiesCLI

/// Lines that the fast reader accepts give the decoder's result; it leaves all others to the decoder.
@Suite struct SendLineTests {
    static let taken = [
        #"{"at":803667600,"command":"send","activity":{"owner":"anna","kind":"delivery","key":"42"},"event":{"preparationStarted":{}}}"#,
        #"{"command":"send","activity":{"owner":"anna","kind":"delivery","key":"42"},"event":{}}"#,
        #" { "event" : {"a":"}\"\\","b":[1,{"c":null}]} , "activity" : {"key":"","kind":"k","owner":"o"} , "command":"send","at": 0.25 } "#,
        #"{"at":803667600.046731,"command":"send","activity":{"owner":"ann/a","kind":"k","key":"4 2"},"event":{"x":{"größe":1e3}}}"#,
        #"{"at":803667600.0467310001,"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"#,
        #"{"at":0,"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"# + "\r",
    ]

    static let left = [
        "", "{", "{}", "null", #"{"command":"advance"}"#,
        // Unknown members, repeated members, and members of another type.
        #"{"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{},"id":"e1"}"#,
        #"{"command":"send","command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"#,
        #"{"command":"send","activity":"0000000000000000","event":{}}"#,
        #"{"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":[]}"#,
        #"{"at":"2026-06-20T17:00:00Z","command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"#,
        // Missing members.
        #"{"command":"send","activity":{"owner":"a","kind":"k"},"event":{}}"#,
        #"{"command":"send","activity":{"owner":"a","kind":"k","key":"b"}}"#,
        #"{"activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"#,
        // Names with non-ASCII characters or escapes.
        #"{"command":"send","activity":{"owner":"jörg","kind":"k","key":"b"},"event":{}}"#,
        #"{"command":"send","activity":{"owner":"a\n","kind":"k","key":"b"},"event":{}}"#,
        // Numbers that need the decoder, and invalid numbers.
        #"{"at":-1,"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"#,
        #"{"at":1e3,"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"#,
        #"{"at":1.5E3,"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"#,
        #"{"at":803667600.04673100000000000000000000000001,"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"#,
        #"{"at":01,"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"#,
        #"{"at":1.,"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"#,
        #"{"at":.5,"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"#,
        // Events that are not valid JSON.
        #"{"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{]}}"#,
        #"{"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{"a}}"#,
        #"{"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{"a\"#,
        #"{"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}},"#,
        #"{"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}}"#,
        #"{"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{},}"#,
        #"{"command":"send","activity":{"owner":"a","kind":"k","key":"b",},"event":{}}"#,
    ]

    private func command(_ text: String) -> TimedCommand? {
        Array(text.utf8).withUnsafeBufferPointer { SendLine($0)?.command }
    }

    @Test(arguments: taken) func acceptedLinesHaveTheMeaningThatTheDecoderGivesThem(text: String) throws {
        #expect(try command(text) == WireDecoder().decode(TimedCommand.self, from: Array(text.utf8)))
    }

    @Test(arguments: left) func otherLinesAreLeftToTheDecoder(text: String) {
        #expect(command(text) == nil)
    }

    @Test func aLineThatIsCutOffAnywhereIsLeftToTheDecoder() {
        for line in Self.taken {
            let text = line.trimmingSuffix(while: \.isWhitespace)
            for count in 0..<text.count { #expect(command(String(text.prefix(count))) == nil) }
        }
    }

    @Test func timesAreReadExactly() throws {
        // Multiples of a large odd number end in every digit, so random numbers are not needed.
        for step in 1...10_000 {
            let digits = UInt64(step) &* 0x9E37_79B9_7F4A_7C15 % 1_000_000_000_000_000
            for scale in [1, 10, 1_000, 1e6, 1e9] {
                let text =
                    #"{"at":\#(Double(digits) / scale),"command":"send","activity":{"owner":"a","kind":"k","key":"b"},"event":{}}"#
                guard let command = command(text) else { continue }
                #expect(try command == WireDecoder().decode(TimedCommand.self, from: Array(text.utf8)), "\(text)")
            }
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, predicate(last) { text.removeLast() }
        return text
    }
}
