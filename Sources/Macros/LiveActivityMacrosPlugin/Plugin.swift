#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plugin that expands `@ActivityJSON`. With the argument `expand` it is the command behind
/// `Scripts/expand-macros`: one program has both functions, so that swift-syntax is linked once.
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
/// Without the trait Macros the program does nothing, but it still needs an entry point.
@main struct Start { static func main() {} }
#endif
