import Foundation
import LiveActivityCore

extension ActivityWidgets {
    /// Looks at every moment of a kind's samples, on every surface, in every language, in light, in dark and on a dimmed screen.
    ///
    /// The same thing on the same surface is told once, where it was seen first.
    ///
    /// - Parameters:
    ///   - locales: BCP 47 identifiers; the first is looked at in every appearance, the others in light.
    ///   - environment: What the person's device adds; language, direction and appearance are set here.
    /// - Returns: In the order of the surfaces, and there of the rules.
    public func lint(
        _ story: SampleStory, on places: [PresentationSurface] = PresentationSurface.all, locales: [String] = ["en"],
        measuring: any TextMeasuring = ApproximateTextMeasuring(), isKnownSystemImage: (@Sendable (String) -> Bool)? = nil,
        environment: EnvironmentValues = EnvironmentValues()
    ) -> [Finding] {
        var review = Review()
        for finding in story.findings { review.add(finding) }
        for (index, locale) in locales.enumerated() {
            guard Locale(identifier: locale).isKnown else {
                review.add(
                    Finding(.unknownLocale, place: "locales", message: "'\(locale.excerpt)' is no language that is known"))
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
                    for place in places {
                        look(at: moment, on: place, environment, options, (locale, appearance), &review)
                    }
                }
            }
        }
        return review.findings(in: places)
    }

    private func look(
        at moment: SampleStory.Moment, on place: PresentationSurface, _ environment: EnvironmentValues, _ options: LintOptions,
        _ seen: (locale: String, appearance: LintAppearance), _ review: inout Review
    ) {
        var found: [Finding]
        do {
            guard let presentation = try present(moment.activity, on: place, environment: environment),
                review.note(presentation)
            else { return }
            found = LiveActivityLint.lint(presentation, options: options)
            if let language = moment.activity.languageCode { found += presentation.findings(unlessIn: language) }
        } catch {
            found = [
                Finding(.unresolvable, kind: moment.activity.kind, surface: place, place: "", message: error.description)
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

/// What was found so far, each thing once, and what can only be said of all moments together.
private struct Review {
    private struct Key: Hashable {
        var rule: LintRule
        var surface: PresentationSurface?
        var place: String
    }

    private var found: [Finding] = []
    private var known: Set<Key> = []
    private var minimals: [PresentationSurface: Set<ViewNode>] = [:]
    private var looked: Set<Presentation> = []

    mutating func add(_ finding: Finding) {
        let key = Key(rule: finding.rule, surface: finding.surface, place: finding.place)
        if known.insert(key).inserted { found.append(finding) }
    }

    /// - Returns: Whether it has not been looked at before: many moments look alike, and so do the appearances of an island.
    mutating func note(_ presentation: Presentation) -> Bool {
        if let minimal = presentation[.minimal] { minimals[presentation.surface, default: []].insert(minimal.node) }
        var presentation = presentation
        presentation.revision = 0
        return looked.insert(presentation).inserted
    }

    func findings(in places: [PresentationSurface]) -> [Finding] {
        var order: [PresentationSurface?: Int] = [nil: -1]
        for (index, place) in places.enumerated() { order[place] = index }
        return found.filter { finding in
            // An image that is another one at another moment is live information.
            guard finding.rule == .logoOnly, let place = finding.surface else { return true }
            return minimals[place]?.count ?? 0 < 2
        }.enumerated().sorted { left, right in
            let (one, other) = (order[left.element.surface] ?? -1, order[right.element.surface] ?? -1)
            return one != other ? one < other : left.offset < right.offset
        }.map(\.element)
    }
}

extension Presentation {
    /// Texts that are set in another language than the attributes ask for (HIG-28).
    fileprivate func findings(unlessIn languageCode: String) -> [Finding] {
        let wanted = Locale(identifier: languageCode).language.languageCode?.identifier
        var findings: [Finding] = []
        for part in parts {
            part.node.walk("\(part.place.rawValue).") { node, path in
                guard case .text(let text) = node.content, text.string.contains(where: \.isLetter) || text.hasClock else {
                    return
                }
                guard Locale(identifier: text.locale).language.languageCode?.identifier != wanted else { return }
                findings.append(
                    Finding(
                        .languageIgnored, kind: kind, surface: surface, place: path,
                        message:
                            "'\(text.string.excerpt)' is set in '\(text.locale)'; the attributes say '\(languageCode.excerpt)'")
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
        locale = Locale(identifier: identifier)
        layoutDirection = locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
        colorScheme = appearance == .light ? .light : .dark
        isLuminanceReduced = appearance == .reducedLuminance
    }
}

extension Locale {
    /// Whether its language is one that has a code.
    fileprivate var isKnown: Bool { language.languageCode?.isISOLanguage ?? false }
}
