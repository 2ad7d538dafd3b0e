interface Target {
  apiHost: string;
  apiKey: string;
  metricID: string;
}

export function pythonScript({ apiHost, apiKey, metricID }: Target): string {
  const url = `${urlScheme(apiHost)}://${apiHost}/api/v0/metrics/data`;
  return `#!/usr/bin/env python3
import json
import random
import sys
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone

URL = ${literal(url)}
API_KEY = ${literal(apiKey)}
METRIC_ID = ${literal(metricID)}

# One point a minute for the last 24 hours, with random values from 0 to 99.
now = datetime.now(timezone.utc)
points = []
for minutes in range(60 * 24):
    time = now - timedelta(minutes=minutes)
    points.append({
        "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "value": random.randint(0, 99),
    })

request = urllib.request.Request(
    URL,
    data=json.dumps({METRIC_ID: points}).encode(),
    headers={"Content-Type": "application/json", "x-api-key": API_KEY},
    method="POST",
)
try:
    with urllib.request.urlopen(request) as response:
        status, reason, body = response.status, response.reason, response.read()
except urllib.error.HTTPError as error:
    status, reason, body = error.code, error.reason, error.read()

if status == 200:
    print("Success: submitted", len(points), "points.")
else:
    print(status, reason)
    print(body.decode())
    sys.exit(1)
`;
}

/** Requests to this machine need no TLS. */
function urlScheme(host: string): "http" | "https" {
  return /^(localhost|[\w.-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host) ? "http" : "https";
}

/** A JSON string is a valid Python string. */
function literal(text: string): string {
  return JSON.stringify(text);
}
