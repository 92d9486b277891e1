// The compiler runs this for `#Preview`. A preview is drawn by Xcode's canvas and by nothing else, so here it becomes nothing; what it says
// is type-checked against the macro's declaration before this is asked. swift-syntax, on which macros are usually built, would take an
// embedder minutes to compile.

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
