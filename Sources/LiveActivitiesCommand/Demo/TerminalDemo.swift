enum TerminalDemo {
    static func play(_ story: DemoStory, speed: Double?) throws {}
}
