import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A terminal that is drawn on as a whole, and is given back as it was.
final class Terminal {
    let looks: Looks
    private let output: Descriptor
    private let input: Descriptor?
    private let environment: [String: String]
    /// How the keyboard was set before; `nil` where it is not this process's to set.
    private var settings: termios?
    /// The rows as they stand on the screen.
    private var shown: [String] = []

    /// Takes the terminal over: a screen of its own, no cursor, keys as they are pressed.
    init(output: Descriptor = .standardOutput, input: Descriptor = .standardInput) {
        environment = ProcessInfo.processInfo.environment
        looks = Looks(environment: environment)
        self.output = output
        self.input = input.isTerminal ? input : nil
        if let input = self.input {
            var settings = termios()
            if tcgetattr(input.number, &settings) == 0 {
                self.settings = settings
                settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
                tcsetattr(input.number, TCSANOW, &settings)
            }
        }
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
    }

    /// Gives it back.
    func restore() {
        write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
        if let input, var settings {
            tcsetattr(input.number, TCSANOW, &settings)
            self.settings = nil
        }
    }

    /// As it is now, for it may be made larger or smaller; `COLUMNS` and `LINES` have the last word.
    var size: (columns: Int, rows: Int) {
        var window = winsize()
        let isKnown = ioctl(output.number, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        func asked(_ name: String) -> Int? { environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
        return (
            asked("COLUMNS") ?? (isKnown ? Int(window.ws_col) : 80), asked("LINES") ?? (isKnown ? Int(window.ws_row) : 24)
        )
    }

    /// Draws the rows from the top; only those that are different are written.
    func draw(_ rows: [StyledText]) {
        let rendered = rows.map(looks.render)
        var text = ""
        if rendered.count != shown.count {
            text += "\u{1B}[2J"
            shown = []
        }
        for (index, row) in rendered.enumerated() where index >= shown.count || shown[index] != row {
            text += "\u{1B}[\(index + 1);1H\(row)\u{1B}[K"
        }
        shown = rendered
        // Shown at once where the terminal knows how, so that nothing flickers.
        if !text.isEmpty { write("\u{1B}[?2026h\(text)\u{1B}[?2026l") }
    }

    /// The keys that were pressed, after waiting so long for one or for a signal.
    func keys(within seconds: Double) -> [UInt8] {
        guard let input else {
            Pause.sleep(seconds: seconds)
            return []
        }
        guard input.awaitInput(or: Interruption.descriptor, seconds: seconds) else { return [] }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
        defer { buffer.deallocate() }
        let count = (try? input.read(into: buffer, of: "the keyboard")) ?? 0
        return Array(buffer.prefix(count))
    }

    private func write(_ text: String) {
        // A terminal that has gone cannot be drawn on, and that is the end of the demo soon enough.
        Array(text.utf8).withUnsafeBytes { try? output.write($0) }
    }
}
