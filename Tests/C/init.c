/* init.c - the initialisers of the header set every size, and nothing else; as C and as C++. */
#include <live_activities.h>

#include <assert.h>
#include <stdio.h>

int main(void)
{
    la_options options = LA_OPTIONS_INIT;
    la_alert alert = LA_ALERT_INIT;
    la_content content = LA_CONTENT_INIT;
    la_start_options start = LA_START_OPTIONS_INIT;
    la_event_options event = LA_EVENT_OPTIONS_INIT;
    la_publish_report report = LA_PUBLISH_REPORT_INIT;
    la_look look = LA_LOOK_INIT;
    la_reader_options reader = LA_READER_OPTIONS_INIT;
    assert(options.size == sizeof options && options.flags == 0 && options.store == NULL && options.remembered_events_max == 0);
    assert(alert.size == sizeof alert && content.size == sizeof content && start.size == sizeof start && start.kind == NULL);
    assert(event.size == sizeof event && report.size == sizeof report && look.size == sizeof look);
    assert(reader.size == sizeof reader && reader.owner == NULL && reader.flags == 0);
    puts("init: ok");
    return 0;
}
