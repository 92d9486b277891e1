#if Push
import Crypto
import Foundation
import LiveActivityCore
import LiveActivityPush
import Testing

@Suite struct ProviderKeyTests {
    private let now = Date(timeIntervalSince1970: 1_781_974_800.9)

    private func key(_ id: String = "ABC123DEFG") throws -> ProviderKey {
        try ProviderKey(keyID: id, teamID: "DEF123GHIJ", pem: P256.Signing.PrivateKey().pemRepresentation)
    }

    private func decoded(_ part: Substring) throws -> Data {
        var text = part.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while !text.count.isMultiple(of: 4) { text += "=" }
        return try #require(Data(base64Encoded: text))
    }

    /// FIX-13
    @Test func aTokenIsTheFixture() throws {
        let signing = P256.Signing.PrivateKey()
        let key = try ProviderKey(keyID: "ABC123DEFG", teamID: "DEF123GHIJ", pem: signing.pemRepresentation)
        let token = try key.token(issuedAt: now)
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        #expect(parts.count == 3)
        #expect(try decoded(parts[0]) == Data(#"{"alg":"ES256","kid":"ABC123DEFG"}"#.utf8))
        #expect(try decoded(parts[1]) == Data(#"{"iss":"DEF123GHIJ","iat":1781974800}"#.utf8))
        let signature = try decoded(parts[2])
        #expect(signature.count == 64)
        #expect(
            signing.publicKey.isValidSignature(
                try P256.Signing.ECDSASignature(rawRepresentation: signature), for: Data("\(parts[0]).\(parts[1])".utf8)))
    }

    @Test func aKeyIsNeverShown() throws {
        let signing = P256.Signing.PrivateKey()
        let key = try ProviderKey(keyID: "ABC123DEFG", teamID: "DEF123GHIJ", pem: signing.pemRepresentation)
        var dumped = ""
        dump(key, to: &dumped)
        let secret = signing.pemRepresentation.split(separator: "\n")[1]
        for text in ["\(key)", String(reflecting: key), dumped] { #expect(!text.contains(secret)) }
    }

    @Test(arguments: [
        ("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", "the file is a certificate"),
        ("-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----", "the file is a public key"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----", "the file is an RSA key"),
        ("-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----", "the file is encrypted"),
        ("hello", "the file is not PEM"),
        (
            "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----",
            "the file is damaged, or its key is not one for the curve P-256"
        ),
    ])
    func aFileThatIsNoKeySaysWhatItIs(pem: String, says: String) throws {
        let error = #expect(throws: PushError.self) { try ProviderKey(keyID: "ABC123DEFG", teamID: "DEF123GHIJ", pem: pem) }
        let description = try #require(error?.description)
        #expect(description.hasPrefix("provider key 'ABC123DEFG': \(says)"), "\(description)")
        #expect(!description.contains("MIIB"))
    }

    @Test func anIDOfAnotherShapeIsRefused() {
        #expect(throws: PushError.self) { try key("abc123defg") }
        #expect(throws: PushError.self) { try key("ABC123DEF") }
    }

    @Test(arguments: ["ABC123DEFG", "ZZZZZZZZZZ", "0000000000"])
    func aTokenIsRenewedBetween40And50Minutes(id: String) throws {
        var tokens = ProviderTokens(key: try key(id))
        #expect(40 * 60..<50 * 60 ~= tokens.renewalAge)
        let first = try tokens.token(at: now)
        #expect(try tokens.token(at: now.addingTimeInterval(tokens.renewalAge - 1)) == first)
        #expect(try tokens.token(at: now.addingTimeInterval(tokens.renewalAge)) != first)
    }

    @Test func aRefusedTokenIsNotRenewedTwiceWithin20Minutes() throws {
        var tokens = ProviderTokens(key: try key())
        let first = try tokens.token(at: now)
        #expect(tokens.refuse(at: now.addingTimeInterval(1_199)) == false)
        #expect(try tokens.token(at: now.addingTimeInterval(1_199)) == first)
        #expect(tokens.refuse(at: now.addingTimeInterval(1_200)) == true)
        #expect(try tokens.token(at: now.addingTimeInterval(1_200)) != first)
    }

    @Test func aClockThatWasSetBackMakesANewToken() throws {
        var tokens = ProviderTokens(key: try key())
        let first = try tokens.token(at: now)
        #expect(try tokens.token(at: now.addingTimeInterval(-1_199)) == first)
        #expect(try tokens.token(at: now.addingTimeInterval(-1_200)) != first)
    }
}
#endif
