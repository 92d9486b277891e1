// The compiler runs this program for `#Preview` and for SwiftData's macros. Only Xcode can draw a preview, so here the macro
// expands to nothing; its arguments have been type-checked against the declaration before. swift-syntax, the usual library for
// macros, would add two minutes to the first build of a package that depends on this one (603.0.1, debug: 128 s of CPU time,
// measured in November 2026), for macros that expand to nothing or to one line.

import FoundationEssentials

let compiler = CompilerConnection()
while let message = compiler.receive() {
    do {
        let answer = Answer(to: try JSONDecoder().decode(Message.self, from: Data(message)))
        guard compiler.send([UInt8](try JSONEncoder().encode(answer))) else { break }
    } catch {
        compiler.refuse("\(error)")
    }
}
