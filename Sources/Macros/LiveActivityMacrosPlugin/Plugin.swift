#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// Talks to the compiler, which expands `@ActivityJSON` with it. With the argument `expand` it is a command of its own, for
/// `Scripts/expand-macros`: one program has both, so that swift-syntax is built once.
@main struct Start {
    static func main() throws {
        if CommandLine.arguments.dropFirst().first == "expand" {
            ExpandCommand.run(files: Array(CommandLine.arguments.dropFirst(2)))
        } else {
            try MacrosPlugin.main()
        }
    }
}

struct MacrosPlugin: CompilerPlugin { let providingMacros: [any Macro.Type] = [ActivityJSONMacro.self] }
#else
/// Without the trait Macros there is no macro; a program still needs an entry point.
@main struct Start { static func main() {} }
#endif
