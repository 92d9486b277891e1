// The JSON of kind 'sports': made by 'contract export'. vectors.json has documents to test it with.
// Needs org.jetbrains.kotlinx:kotlinx-serialization-json. Use contractJson: readers ignore members that they do not know, and a
// member without a value is left out.

import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json

/** Seconds since 2001-01-01T00:00:00Z. */
typealias SecondsSince2001 = Double

val contractJson = Json { ignoreUnknownKeys = true; explicitNulls = false; encodeDefaults = false }

/** A case without values. */
@Serializable
class NoValues

@Serializable
data class SportsAttributes(
    val title: String,
    val sport: Sport,
    val matches: List<SportsAttributesFixture>,
)

@Serializable
data class Sport(
    val name: String,
    val periods: Long,
    val periodMinutes: Long,
    val intervalMinutes: Long,
    val halfTimeMinutes: Long,
    val overtimes: Long,
    val overtimeMinutes: Long,
    val hasShootOut: Boolean,
    val clock: SportClock,
    val points: List<Long>,
    val scoresAreNews: Boolean,
)

@Serializable
enum class SportClock {
    @SerialName("countsUp") CountsUp,
    @SerialName("countsDown") CountsDown,
}

@Serializable
data class SportsAttributesFixture(
    val id: String,
    val home: SportsAttributesTeam,
    val away: SportsAttributesTeam,
    val kickOff: SecondsSince2001,
    val venue: String? = null,
)

@Serializable
data class SportsAttributesTeam(
    val name: String,
    val code: String,
)

@Serializable
data class SportsState(
    val leading: Long,
    val matches: List<MatchState>,
    val moments: List<MatchMoment>,
)

@Serializable
data class MatchState(
    val phase: MatchPhase,
    val period: Long,
    val home: Long,
    val away: Long,
    val clock: List<SecondsSince2001>? = null,
    val pausedAt: SecondsSince2001? = null,
    val stoppage: Long? = null,
    val kickOff: SecondsSince2001? = null,
    val shootOut: MatchStateShootOut? = null,
    val feed: SeenEvents,
)

@Serializable
enum class MatchPhase {
    @SerialName("scheduled") Scheduled,
    @SerialName("postponed") Postponed,
    @SerialName("playing") Playing,
    @SerialName("interval") Interval,
    @SerialName("shootOut") ShootOut,
    @SerialName("suspended") Suspended,
    @SerialName("finished") Finished,
    @SerialName("abandoned") Abandoned,
}

@Serializable
data class MatchStateShootOut(
    val home: Long,
    val away: Long,
    val homeTaken: Long,
    val awayTaken: Long,
)

@Serializable
data class SeenEvents(
    val newest: Long,
    val seen: Long,
    val whistle: Long,
    val confirmed: Long? = null,
)

@Serializable
data class MatchMoment(
    val match: Long,
    val number: Long,
    val kind: MatchMomentKind,
    val side: Side,
    val minute: Long? = null,
    val stoppage: Long? = null,
    val player: String? = null,
    val playerOff: String? = null,
    val points: Long? = null,
)

@Serializable
enum class MatchMomentKind {
    @SerialName("goal") Goal,
    @SerialName("penalty") Penalty,
    @SerialName("ownGoal") OwnGoal,
    @SerialName("yellow") Yellow,
    @SerialName("secondYellow") SecondYellow,
    @SerialName("red") Red,
    @SerialName("substitution") Substitution,
}

@Serializable
enum class Side {
    @SerialName("home") Home,
    @SerialName("away") Away,
}

/** Exactly one of the cases is not null. */
@Serializable
data class SportsEvent(
    val match: String,
    val number: Long,
    val kickOffMoved: KickOffMoved? = null,
    val periodStarted: PeriodStarted? = null,
    val periodEnded: PeriodEnded? = null,
    val stoppageAnnounced: StoppageAnnounced? = null,
    val clockSet: ClockSet? = null,
    val suspended: Suspended? = null,
    val resumed: Resumed? = null,
    val shootOutStarted: ShootOutStarted? = null,
    val kickTaken: KickTaken? = null,
    val finished: NoValues? = null,
    val abandoned: NoValues? = null,
    val scored: Scored? = null,
    val overturned: Overturned? = null,
    val carded: Carded? = null,
    val substituted: Substituted? = null,
    val scoreConfirmed: ScoreConfirmed? = null,
) {
    @Serializable
    data class KickOffMoved(
        val to: SecondsSince2001? = null,
    )

    @Serializable
    data class PeriodStarted(
        val period: Long,
        val at: SecondsSince2001,
    )

    @Serializable
    data class PeriodEnded(
        val period: Long,
        val at: SecondsSince2001,
    )

    @Serializable
    data class StoppageAnnounced(
        val minutes: Long,
    )

    @Serializable
    data class ClockSet(
        val period: Long,
        val shows: Long,
        val running: Boolean,
        val at: SecondsSince2001,
    )

    @Serializable
    data class Suspended(
        val at: SecondsSince2001,
    )

    @Serializable
    data class Resumed(
        val at: SecondsSince2001,
    )

    @Serializable
    data class ShootOutStarted(
        val at: SecondsSince2001,
    )

    @Serializable
    data class KickTaken(
        val side: Side,
        val scored: Boolean,
    )

    @Serializable
    data class Scored(
        val side: Side,
        val points: Long? = null,
        val how: SportsEventManner? = null,
        val player: String? = null,
        val minute: Long? = null,
        val stoppage: Long? = null,
    )

    @Serializable
    data class Overturned(
        val score: Long,
        val side: Side,
        val points: Long? = null,
    )

    @Serializable
    data class Carded(
        val side: Side,
        val card: SportsEventCard,
        val player: String? = null,
        val minute: Long? = null,
        val stoppage: Long? = null,
    )

    @Serializable
    data class Substituted(
        val side: Side,
        val on: String? = null,
        val off: String? = null,
        val minute: Long? = null,
        val stoppage: Long? = null,
    )

    @Serializable
    data class ScoreConfirmed(
        val home: Long,
        val away: Long,
    )
}

@Serializable
enum class SportsEventManner {
    @SerialName("penalty") Penalty,
    @SerialName("ownGoal") OwnGoal,
}

@Serializable
enum class SportsEventCard {
    @SerialName("yellow") Yellow,
    @SerialName("secondYellow") SecondYellow,
    @SerialName("red") Red,
}
