#pragma once
#include <stddef.h>
#include <stdint.h>

/// A file that is part of the program.
struct ServiceFile {
    const uint8_t *_Nonnull bytes;
    size_t size;
};

// One function for each file, such as `service_dashboard_html()`.
#define SERVICE_FILES(F) \
    F(openapi_json) F(activity_js) F(client_js) F(dashboard_css) F(dashboard_html) F(dashboard_js) F(live_activity_d_ts) \
    F(live_activity_js) F(parts_js) F(service_js) F(shared_css) F(shared_html) F(shared_js)
#define SERVICE_FILE_DECLARATION(name) struct ServiceFile service_##name(void);
SERVICE_FILES(SERVICE_FILE_DECLARATION)
