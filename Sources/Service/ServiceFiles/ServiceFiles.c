#include "ServiceFiles.h"

// The dashboard's files and the description of the API, as data. As resources that SwiftPM embeds in Swift code, which are
// array literals, their 170 KB took 15 s to compile.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t openapi_json[] = {
#embed "../LiveActivityService/OpenAPI/openapi.json"
};
static const uint8_t activity_js[] = {
#embed "../LiveActivityService/Dashboard/Pages/activity.js"
};
static const uint8_t client_js[] = {
#embed "../LiveActivityService/Dashboard/Pages/client.js"
};
static const uint8_t dashboard_css[] = {
#embed "../LiveActivityService/Dashboard/Pages/dashboard.css"
};
static const uint8_t dashboard_html[] = {
#embed "../LiveActivityService/Dashboard/Pages/dashboard.html"
};
static const uint8_t dashboard_js[] = {
#embed "../LiveActivityService/Dashboard/Pages/dashboard.js"
};
static const uint8_t live_activity_d_ts[] = {
#embed "../LiveActivityService/Dashboard/Pages/live-activity.d.ts"
};
static const uint8_t live_activity_js[] = {
#embed "../LiveActivityService/Dashboard/Pages/live-activity.js"
};
static const uint8_t parts_js[] = {
#embed "../LiveActivityService/Dashboard/Pages/parts.js"
};
static const uint8_t service_js[] = {
#embed "../LiveActivityService/Dashboard/Pages/service.js"
};
static const uint8_t shared_css[] = {
#embed "../LiveActivityService/Dashboard/Pages/shared.css"
};
static const uint8_t shared_html[] = {
#embed "../LiveActivityService/Dashboard/Pages/shared.html"
};
static const uint8_t shared_js[] = {
#embed "../LiveActivityService/Dashboard/Pages/shared.js"
};

#define SERVICE_FILE_DEFINITION(name) \
    struct ServiceFile service_##name(void) { return (struct ServiceFile){name, sizeof name}; }
SERVICE_FILES(SERVICE_FILE_DEFINITION)
