// The compiler runs this program for `#Preview`. Only Xcode can draw a preview, so here the macro expands to nothing;
// its arguments have been type-checked against the declaration before. swift-syntax, the usual library for macros,
// would add minutes to every build of a package that depends on this one.

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
