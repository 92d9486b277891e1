// Turns the data messages of LiveActivityPush (FCMMessage.android) into Android's Live Updates.
//
// Written after Android's documentation (API 36, androidx.core 1.17); it is not compiled or run in this repository. In the manifest:
//   <uses-permission android:name="android.permission.POST_PROMOTED_NOTIFICATIONS" />
// All values of `data` are texts. Dates are milliseconds since 1970.

package com.example.liveupdates

import android.app.NotificationChannel
import android.app.NotificationManager
import android.content.Context
import androidx.core.app.NotificationCompat
import androidx.core.app.NotificationManagerCompat
import com.google.firebase.messaging.FirebaseMessagingService
import com.google.firebase.messaging.RemoteMessage
import org.json.JSONArray

class LiveUpdates : FirebaseMessagingService() {
    override fun onMessageReceived(message: RemoteMessage) {
        LiveUpdate.from(message.data)?.let { show(this, it) }
    }

    override fun onNewToken(token: String) {
        // Pass it on to the server, with the installation's name.
    }

    companion object {
        private const val CHANNEL = "live-updates"

        fun show(context: Context, update: LiveUpdate) {
            // Messages may overtake each other: what is older than what is shown is left out.
            val seen = context.getSharedPreferences("live-updates", Context.MODE_PRIVATE)
            if (seen.getLong(update.activity, 0) > update.timestamp) return
            seen.edit().putLong(update.activity, update.timestamp).apply()

            val notifications = NotificationManagerCompat.from(context)
            val isOver = update.event == "end"
            if (isOver && (update.dismissAfter ?: 0) <= System.currentTimeMillis()) {
                notifications.cancel(update.activity, 0)
                return
            }
            notifications.createNotificationChannel(
                NotificationChannel(CHANNEL, "Live updates", NotificationManager.IMPORTANCE_DEFAULT)
            )
            // Promotion needs a title, and does not allow custom views or colours.
            val builder = NotificationCompat.Builder(context, CHANNEL)
                .setSmallIcon(android.R.drawable.ic_popup_sync)
                .setContentTitle(update.title)
                .setContentText(update.body)
                .setOnlyAlertOnce(true)
                .setOngoing(!isOver)
                .setRequestPromotedOngoing(!isOver)
            update.criticalText?.let { builder.setShortCriticalText(it) }
            update.whenMillis?.let { builder.setWhen(it).setShowWhen(true) }
            if (isOver) update.dismissAfter?.let { builder.setTimeoutAfter(it - System.currentTimeMillis()) }
            if (update.progress != null) builder.setStyle(progressStyle(update))
            try {
                notifications.notify(update.activity, 0, builder.build())
            } catch (denied: SecurityException) {
                // The person allows no notifications. The next message tries again.
            }
        }

        private fun progressStyle(update: LiveUpdate): NotificationCompat.ProgressStyle {
            val style = NotificationCompat.ProgressStyle().setProgress(update.progress ?: 0)
            val segments = update.segments.ifEmpty { listOf(update.progressMax) }
            // Android draws at most ten segments and four points.
            style.setProgressSegments(segments.take(10).map { NotificationCompat.ProgressStyle.Segment(it) })
            style.setProgressPoints(update.points.take(4).map { NotificationCompat.ProgressStyle.Point(it) })
            return style
        }
    }
}

data class LiveUpdate(
    val activity: String,
    val event: String,
    val timestamp: Long,
    val title: String,
    val body: String?,
    val criticalText: String?,
    val whenMillis: Long?,
    val progress: Int?,
    val progressMax: Int,
    val segments: List<Int>,
    val points: List<Int>,
    val dismissAfter: Long?,
) {
    companion object {
        /** `null` for a message that is not one of these. */
        fun from(data: Map<String, String>): LiveUpdate? {
            return LiveUpdate(
                activity = data["activity_id"] ?: return null,
                event = data["event"] ?: return null,
                timestamp = data["timestamp"]?.toLongOrNull() ?: return null,
                title = data["title"] ?: return null,
                body = data["body"],
                criticalText = data["critical_text"],
                whenMillis = data["when"]?.toLongOrNull(),
                progress = data["progress"]?.toIntOrNull(),
                progressMax = data["progress_max"]?.toIntOrNull() ?: 100,
                segments = numbers(data["segments"]),
                points = numbers(data["points"]),
                dismissAfter = data["dismiss_after"]?.toLongOrNull(),
            )
        }

        private fun numbers(text: String?): List<Int> {
            val array = try { JSONArray(text ?: "[]") } catch (broken: org.json.JSONException) { return emptyList() }
            return (0 until array.length()).map { array.optInt(it) }.filter { it > 0 }
        }
    }
}
