import Foundation
import LiveActivityCore

extension ActivityWidgets {
    /// Checks every moment of a kind's samples on every surface, in every language, and in light, dark and dimmed
    /// appearance.
    ///
    /// A problem that appears several times on one surface is reported once, where it was found first. Problems with different
    /// remedies are all reported, such as two texts that are truncated in one view.
    ///
    /// - Parameters:
    ///   - story: The moments to check.
    ///   - surfaces: The surfaces to check. Default: all.
    ///   - locales: BCP 47 identifiers. The first is checked in every appearance, the others in light appearance only.
    ///   - translations: The languages that every text needs a translation to. Default: those that the widget's catalog has.
    ///   - measuring: Measures texts.
    ///   - isKnownSystemImage: Whether a system image can be drawn; `nil` skips that rule.
    ///   - environment: Further settings of the device. Language, direction, appearance and time are set here.
    /// - Returns: The findings in the order of the surfaces, then of the rules.
    public func lint(
        _ story: SampleStory, on surfaces: [SizedSurface] = SizedSurface.all, locales: [String] = ["en"],
        translatedTo translations: [String]? = nil, measuring: any TextMeasuring = ApproximateTextMeasuring(),
        isKnownSystemImage: (@Sendable (String) -> Bool)? = nil,
        environment: EnvironmentValues = EnvironmentValues()
    ) -> [Finding] {
        var review = Review()
        for finding in story.findings { review.add(finding) }
        let kind = story.moments.first?.activity.kind
        let texts = UsedTexts(environment.strings ?? kind.flatMap(strings(of:)))
        var environment = environment
        environment.strings = texts
        for (index, locale) in locales.enumerated() {
            guard Locale(identifier: locale).isKnown else {
                review.add(
                    Finding(.unknownLocale, path: "locales", message: "'\(locale.excerpt)' is not a known language"))
                continue
            }
            for appearance in index == 0 ? LintAppearance.allCases : [.light] {
                var environment = environment
                environment.set(locale, appearance)
                environment.textMeasuring = measuring
                for moment in story.moments {
                    environment.now = moment.at
                    let options = LintOptions(
                        measuring: measuring, now: moment.at, isKnownSystemImage: isKnownSystemImage,
                        privateTexts: moment.activity.privateTexts)
                    for surface in surfaces {
                        look(at: moment, on: surface, environment, options, (locale, appearance), &review)
                    }
                }
            }
        }
        for finding in texts.findings(of: kind, in: translations) { review.add(finding) }
        return review.findings(in: surfaces)
    }

    private func look(
        at moment: SampleStory.Moment, on surface: SizedSurface, _ environment: EnvironmentValues, _ options: LintOptions,
        _ seen: (locale: String, appearance: LintAppearance), _ review: inout Review
    ) {
        var found: [Finding]
        do {
            guard let presentation = try present(moment.activity, on: surface, environment: environment),
                review.note(presentation)
            else { return }
            found = LiveActivityLint.lint(presentation, options: options)
            found += try darkTintOnly(moment, presentation, environment, options, beside: found)
            if let language = moment.activity.languageCode { found += presentation.findings(unlessIn: language) }
        } catch {
            found = [
                Finding(.unresolvable, kind: moment.activity.kind, surface: surface, path: "", message: error.description)
            ]
        }
        for var finding in found {
            finding.sample = moment.name
            finding.locale = seen.locale
            if finding.rule == .lowContrast { finding.appearance = seen.appearance }
            review.add(finding)
        }
    }
}

extension ActivityWidgets {
    /// The texts on a dark tint that would have too little contrast if iOS kept the light appearance.
    private func darkTintOnly(
        _ moment: SampleStory.Moment, _ presentation: Presentation, _ environment: EnvironmentValues, _ options: LintOptions,
        beside found: [Finding]
    ) throws(PresentationError) -> [Finding] {
        guard environment.adaptsToBackgroundTint, environment.colorScheme == .light, case .tint = presentation.background else {
            return []
        }
        var light = environment
        light.adaptsToBackgroundTint = false
        guard let plain = try present(moment.activity, on: presentation.surface, environment: light), plain != presentation
        else {
            return []
        }
        var inspection = Inspection(plain, options)
        inspection.checkContrast()
        return inspection.findings.filter { dark in !found.contains { $0.rule == .lowContrast && $0.path == dark.path } }.map {
            var finding = $0
            finding.rule = .darkTintOnly
            finding.message = "without a dark appearance on this tint, " + finding.message
            finding.advice = LintRule.darkTintOnly.advice
            return finding
        }
    }
}

/// The findings so far without duplicates, and the data for rules that need all moments together.
private struct Review {
    private struct Key: Hashable {
        var rule: LintRule
        var surface: SizedSurface?
        var path: String
        /// The cause, on which the remedy also depends: two truncated texts in one view are two things to correct.
        var cause: String

        init(_ finding: Finding) {
            rule = finding.rule
            surface = finding.surface
            path = finding.path
            cause =
                switch finding.rule {
                case .lowContrast: finding.appearance?.rawValue ?? ""
                // Compared without digits, because the same text may contain another number at each moment.
                case .truncatedText, .badImageName, .unmappedSystemImage, .untranslatedText:
                    String(finding.message.filter { !$0.isNumber })
                default: ""
                }
        }
    }

    private var found: [Finding] = []
    private var known: Set<Key> = []
    private var minimals: [SizedSurface: Set<ViewNode>] = [:]
    private var looked: Set<Presentation> = []

    mutating func add(_ finding: Finding) { if known.insert(Key(finding)).inserted { found.append(finding) } }

    /// - Returns: Whether the presentation has not been checked yet. Many moments look alike, and so do the appearances
    ///   of an island.
    mutating func note(_ presentation: Presentation) -> Bool {
        if let minimal = presentation[.minimal] { minimals[presentation.surface, default: []].insert(minimal.node) }
        var presentation = presentation
        presentation.revision = 0
        return looked.insert(presentation).inserted
    }

    func findings(in surfaces: [SizedSurface]) -> [Finding] {
        var order: [SizedSurface?: Int] = [nil: -1]
        for (index, surface) in surfaces.enumerated() { order[surface] = index }
        let wanted = found.filter { finding in
            // An image that changes over time is live information, not a logo.
            guard finding.rule == .logoOnly, let surface = finding.surface else { return true }
            return minimals[surface]?.count ?? 0 < 2
        }
        // Not sorted with `sort`, because its specialization for findings takes 5 KB in the C library.
        let first = wanted.filter { order[$0.surface] ?? -1 < 0 }
        return first
            + surfaces.enumerated().flatMap { index, surface in
                order[surface] == index ? wanted.filter { $0.surface == surface } : []
            }
    }
}

extension Presentation {
    /// Texts in another language than the attributes specify.
    ///
    /// A widget is rendered in a process with the system's language, so an app with its own language setting has to
    /// pass a language code in its attributes.
    ///
    /// Source: Documentation/Reference.md, HIG-28.
    fileprivate func findings(unlessIn languageCode: String) -> [Finding] {
        let wanted = Locale(identifier: languageCode).language.languageCode?.identifier
        var findings: [Finding] = []
        for part in parts {
            part.node.walk("\(part.region.rawValue).") { node, path in
                guard case .text(let text) = node.content, text.string.contains(where: \.isLetter) || text.hasClock else {
                    return
                }
                guard Locale(identifier: text.locale).language.languageCode?.identifier != wanted else { return }
                findings.append(
                    Finding(
                        .languageIgnored, kind: kind, surface: surface, path: path,
                        message:
                            "'\(text.string.excerpt)' is in '\(text.locale)'; the attributes request '\(languageCode.excerpt)'")
                )
            }
        }
        return findings
    }
}

extension TextNode {
    fileprivate var hasClock: Bool {
        runs.contains { run in
            switch run.content {
            case .timer, .date: true
            case .string, .image: false
            }
        }
    }
}

extension EnvironmentValues {
    fileprivate mutating func set(_ identifier: String, _ appearance: LintAppearance) {
        use(language: identifier)
        colorScheme = appearance == .light ? .light : .dark
        isLuminanceReduced = appearance == .reducedLuminance
    }
}

extension Locale { fileprivate var isKnown: Bool { language.languageCode?.isISOLanguage ?? false } }
