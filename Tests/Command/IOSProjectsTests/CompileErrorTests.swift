import Foundation
import Testing

@testable import IOSProjects

@Suite struct CompileErrorTests {
    @Test(arguments: [
        ("no such module 'CoreMotion'", CompileError.Meaning.cause), ("cannot find 'glow' in scope", .cause),
        ("cannot find type 'CLLocation' in scope", .cause), ("value of type 'Text' has no member 'glow'", .cause),
        ("missing return in instance method expected to return 'Int'", .other),
        ("generic parameter 'Expanded' could not be inferred", .consequence),
        ("static method 'buildExpression' requires that 'Card' conform to 'View'", .consequence),
        ("trailing closure passed to parameter of type 'String' that does not accept a closure", .consequence),
    ])
    func anErrorThatNamesWhatIsMissingSaysMost(message: String, meaning: CompileError.Meaning) {
        #expect(CompileError(file: nil, line: 1, message: message).meaning == meaning)
    }

    @Test func theOrderIsByMeaning() {
        #expect([.other, .consequence, .cause].sorted() == [CompileError.Meaning.cause, .other, .consequence])
    }
}
