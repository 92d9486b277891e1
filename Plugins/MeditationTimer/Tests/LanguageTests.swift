import LiveActivityCore
import MeditationTimerActivity
import LiveActivityTesting
import Testing

/// Alerts use the language of the app, which need not be the device's.
@Suite struct LanguageTests {
    private func alerts(in languageCode: String?, cycles: Int? = 2) throws -> [AlertConfiguration?] {
        var meditation = try Meditation(60, cycles: cycles, languageCode: languageCode)
        try meditation.send(.started, at: 0)
        let first = try meditation.tick(at: 60).requestedAlert
        try meditation.send(.nextCycleStarted, at: 60)
        return [first, try meditation.tick(at: 120).requestedAlert]
    }

    @Test func alertsAreInTheLanguageOfTheAttributes() throws {
        #expect(
            try alerts(in: "en")
                == [alert("Cycle complete", "Cycle 1 of 2 is over."), alert("Meditation complete", "Well done.")])
        #expect(
            try alerts(in: "de")
                == [alert("Runde beendet", "Runde 1 von 2 ist vorbei."), alert("Meditation beendet", "Gut gemacht.")])
        #expect(
            try alerts(in: "he")
                == [alert("הסבב הסתיים", "סבב 1 מתוך 2 הסתיים."), alert("המדיטציה הסתיימה", "כל הכבוד.")])
        #expect(
            try alerts(in: "ar") == [alert("انتهت الدورة", "انتهت الدورة 1 من 2."), alert("انتهى التأمل", "أحسنت.")])
    }

    @Test func withoutATotalTheAlertNamesNone() throws {
        #expect(try alerts(in: "en", cycles: nil)[0] == alert("Cycle complete", "Cycle 1 is over."))
        #expect(try alerts(in: "de", cycles: nil)[0] == alert("Runde beendet", "Runde 1 ist vorbei."))
        #expect(try alerts(in: "he", cycles: nil)[0] == alert("הסבב הסתיים", "סבב 1 הסתיים."))
        #expect(try alerts(in: "ar", cycles: nil)[0] == alert("انتهت الدورة", "انتهت الدورة 1."))
    }

    @Test func regionAndCaseDoNotMatter() throws {
        for (code, same) in [("de-AT", "de"), ("DE_ch", "de"), ("he-IL", "he"), ("iw", "he"), ("ar-EG", "ar")] {
            #expect(try alerts(in: code) == alerts(in: same))
        }
    }

    @Test(arguments: [nil, "", "-", "fr", "deutsch"])
    func otherLanguagesGetEnglish(code: String?) throws {
        #expect(try alerts(in: code) == alerts(in: "en"))
    }
}
