import Foundation
import Testing

@testable import IOSProjects

/// The rounds with a script in place of the compiler.
@Suite struct CompileRoundsTests {
    private let folder: Folder
    private let project: Folder

    init() throws { (folder, project) = (try Folder(), try Folder()) }

    /// - Parameter script: The body of the compiler's script, which has the name of the module and the time limit of an
    ///   expression as variables, and the path of the program as `$0`.
    private func rounds(_ script: String) throws -> CompileRounds {
        try folder.write(
            """
            #!/bin/sh
            limit=
            for argument; do
                [ "$before" = -module-name ] && module=$argument
                case "$argument" in
                    *threshold=*) limit=${argument##*=} ;;
                    */Clock.swift) file=$argument ;;
                    */Imports.swift) grep -o "no such module 'Missing'" "$argument" | sed 's/^/Imports.swift:1:1: error: /'; exit 1 ;;
                esac
                before=$argument
            done
            [ "$limit" ] || exit 0
            \(script)
            """, to: "swiftc")
        let compiler = folder.url.appending(path: "swiftc")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler.path)
        let line = #"args: ["\#(compiler.path)","-module-name","PreviewHost","-emit-module"]"#
        let host = try #require(HostFlags(of: "PreviewHost", in: line, library: folder.url))
        return CompileRounds(
            try IOSProject(project.url), ModuleCompiler(host: host, folder: folder.url.appending(path: "Build")),
            beside: folder.url, known: KnownNames(""), isDriven: false, seconds: nil
        ) { _ in }
    }

    private func widget() throws -> IOSProject.Unit { try #require(IOSProject(project.url).roots.first) }

    /// In a brief round a long expression is an error, which must not be a reason to leave anything out.
    @Test(arguments: [("import Missing", "1\n6\n"), ("", "6\n")])
    func anExpressionGetsItsTimeWhenNothingElseIsWrong(code: String, limits: String) throws {
        try project.write(
            "\(code)\n#Preview { Clock() }\nlet clock = ActivityConfiguration(for: Order.self) {}",
            to: "Clock/Clock.swift")
        let rounds = try rounds(
            """
            echo $limit >> "$0.limits"
            [ $limit = 6 ] && exit 0
            echo "$file:3:1: error: the compiler is unable to type-check this expression in reasonable time; try it"
            exit 1
            """)
        var found = CompiledModules()
        #expect(try rounds.add(widget(), to: &found))
        #expect(found.notes.isEmpty)
        #expect(try folder.read("swiftc.limits") == limits)
    }

    /// The attributes of a first part are better than declarations in their place.
    @Test func aModuleWithAttributesIsNotReplacedOnceItWasDrawn() throws {
        try project.write(".target(name: \"Orders\")", to: "Kit/Package.swift")
        try project.write(
            "import ActivityKit\npublic struct Order: ActivityAttributes {}", to: "Kit/Sources/Orders/Order.swift")
        try project.write(
            "import Orders\n#Preview { Clock() }\nlet clock = ActivityConfiguration(for: Order.self) {}",
            to: "Clock/Clock.swift")
        let rounds = try rounds(
            """
            [ $module = Orders ] && [ -e "$0.fails" ] && { echo "error: it does not compile"; exit 1; }
            exit 0
            """)
        let before = CompiledModules()
        var found = before
        #expect(try rounds.add(widget(), to: &found))
        #expect(found.modules.map(\.module) == ["Orders", "Clock"])
        try folder.write("", to: "swiftc.fails")
        var next = before
        #expect(try !rounds.add(widget(), to: &next, replacing: found))
        next = before
        #expect(try rounds.add(widget(), to: &next), "without it, declarations are better than nothing")
        #expect(next.modules.map(\.module) == ["Clock"])
    }

    @Test func whatTheCompilerWroteIsRestored() throws {
        try project.write("let clock = ActivityConfiguration(for: Order.self) {}", to: "Clock/Clock.swift")
        let rounds = try rounds("exit 0")
        try folder.write("first", to: "Build/Objects/Clock/Clock.swift.o")
        try folder.write("first", to: "Build/Modules/Clock/Clock.swiftmodule")
        try rounds.compiler.keep("Clock")
        try folder.write("second", to: "Build/Objects/Clock/Clock.swift.o")
        try folder.write("second", to: "Build/Objects/Clock/More.swift.o")
        try folder.write("second", to: "Build/Modules/Clock/Clock.swiftmodule")
        for _ in 1...2 {
            try rounds.compiler.restore("Clock")
            #expect(try folder.files().filter { $0.hasPrefix("Build/Objects") } == ["Build/Objects/Clock/Clock.swift.o"])
            #expect(try folder.read("Build/Objects/Clock/Clock.swift.o") == "first")
            #expect(try folder.read("Build/Modules/Clock/Clock.swiftmodule") == "first")
        }
    }
}
