// The JSON of kind 'sealed': made by 'contract export'. vectors.json has documents to test it with.
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
data class SealedAttributes(
    val title: String,
    val stream: String,
)

@Serializable
data class SealedState(
    val sequence: Long,
    val box: String,
)

/** Exactly one of the cases is not null. */
@Serializable
data class SealedEvent(
    val sealed: Sealed? = null,
    val ended: Ended? = null,
) {
    @Serializable
    data class Sealed(
        val sequence: Long,
        val box: String,
        val staleDate: SecondsSince2001? = null,
        val relevanceScore: Double? = null,
        val alert: SealedAlert? = null,
    )

    @Serializable
    data class Ended(
        val dismissalDate: SecondsSince2001? = null,
    )
}

@Serializable
data class SealedAlert(
    val title: String,
    val body: String,
)
