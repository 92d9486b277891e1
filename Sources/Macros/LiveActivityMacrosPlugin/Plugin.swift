#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main struct MacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = []
}
#else
/// Without the trait Macros there is no macro; a program needs a start all the same.
@main struct MacrosPlugin {
    static func main() {}
}
#endif
