#if Service
import Testing

@testable import LiveActivityService

@Suite struct PercentDecodingTests {
    @Test func aPartOfAPathIsPercentDecodedOnce() {
        #expect(String(percentDecoding: "a%2Fb%20c+%25") == "a/b c+%")
        #expect(String(percentDecoding: "a+b", plusIsSpace: true) == "a b")
        #expect(String(percentDecoding: "%f") == nil)
        #expect(String(percentDecoding: "%ff") == nil)
    }
}
#endif
