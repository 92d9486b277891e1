import Foundation
import LiveActivitiesCLI
import SystemLibraries

/// The terminal as a full-screen display. ``restore()`` restores its previous state.
final class Terminal {
    let capabilities: TerminalCapabilities
    private let output: Descriptor
    private let input: Descriptor?
    private let environment: [String: String]
    /// The previous settings of the keyboard; `nil` if standard input is not a terminal.
    private var settings: termios?
    /// The rows currently on the screen.
    private var shown: [String] = []

    /// Switches to the alternate screen, without cursor and echo, and reads every key immediately.
    init(output: Descriptor = .standardOutput, input: Descriptor = .standardInput) {
        environment = ProcessInfo.processInfo.environment
        capabilities = TerminalCapabilities(environment: environment)
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

    /// Switches back to the normal screen and settings.
    func restore() {
        write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
        if let input, var settings {
            tcsetattr(input.number, TCSANOW, &settings)
            self.settings = nil
        }
    }

    /// The current size, which changes when a window is resized; `COLUMNS` and `LINES` override it.
    var size: (columns: Int, rows: Int) {
        var window = winsize()
        let isKnown = ioctl(output.number, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        func asked(_ name: String) -> Int? { environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
        return (
            asked("COLUMNS") ?? (isKnown ? Int(window.ws_col) : 80), asked("LINES") ?? (isKnown ? Int(window.ws_row) : 24)
        )
    }

    /// Draws the rows from the top; only rows that differ from those on the screen are written.
    func draw(_ rows: [StyledText]) {
        let rendered = rows.map(capabilities.render)
        var text = ""
        if rendered.count != shown.count {
            text += "\u{1B}[2J"
            shown = []
        }
        for (index, row) in rendered.enumerated() where index >= shown.count || shown[index] != row {
            text += "\u{1B}[\(index + 1);1H\(row)\u{1B}[K"
        }
        shown = rendered
        // Uses synchronized output, if the terminal supports it, to avoid flicker.
        if !text.isEmpty { write("\u{1B}[?2026h\(text)\u{1B}[?2026l") }
    }

    /// The pressed keys. Waits up to `seconds` for the first, or for a signal.
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
        // Fails when the terminal was closed; the signal that follows ends the demo.
        Array(text.utf8).withUnsafeBytes { try? output.write($0) }
    }
}
