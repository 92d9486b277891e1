-- Events to random activities, for wrk. IDS is a file of ids, one a line; BATCH how many events a request has (0: one, to its own
-- address); PAUSE_MS how long each connection waits between two requests on average. Every event changes something.
local ids, count = {}, 0
local batch, pause = tonumber(os.getenv("BATCH") or 0), tonumber(os.getenv("PAUSE_MS") or 0)
for id in io.lines(os.getenv("IDS")) do ids[#ids + 1] = id end
math.randomseed(os.time())

local event = '"event":{"courierMoved":{"position":{"latitude":53.5,"longitude":10},"stopsLeft":3,"arrival":[%d,%d]}}}'
local one, line = "{" .. event, '{"activity":"%s",' .. event
local headers = { ["Content-Type"] = batch > 0 and "application/jsonl" or "application/json" }
-- Within the next hour, and never the same twice in a row.
local base = os.time() - 978307200 + 600

local function arrival()
  count = count + 1
  return base + count % 3000
end

function request()
  if batch == 0 then
    local at = arrival()
    return wrk.format("POST", "/v1/activities/" .. ids[math.random(#ids)] .. "/events", headers, one:format(at, at + 600))
  end
  local lines = {}
  for i = 1, batch do
    local at = arrival()
    lines[i] = line:format(ids[math.random(#ids)], at, at + 600)
  end
  return wrk.format("POST", "/v1/events", headers, table.concat(lines, "\n"))
end

if pause > 0 then
  function delay() return math.floor(pause * 2 * math.random()) end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"failed":%d,"p99_ms":%f}\n', summary.requests, summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout, latency:percentile(99) / 1000))
end
