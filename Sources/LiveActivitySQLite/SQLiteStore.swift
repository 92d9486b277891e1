#if SQLite
public import LiveActivities
import GRDB
#endif
