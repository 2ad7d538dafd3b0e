/** The reference of the API is drawn by `web/status/reference/`. */
export function DocsPage() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Status page API</title>
        <link rel="icon" type="image/svg+xml" href="/static/favicon.svg" />
        <link rel="stylesheet" href="/static/api-docs.css" />
        <script type="module" src="/static/api-docs.js" />
      </head>
      <body>
        <header>
          <a href="/">Status page</a>{" "}
          <nav aria-label="Calls">
            <a href="/api/docs">Public calls</a> <a href="/api/docs?calls=all">All calls</a>
          </nav>
        </header>
        <div id="reference">
          <noscript>
            <p>
              This page needs JavaScript. <a href="/api/openapi.json">/api/openapi.json</a> describes the same
              calls as OpenAPI 3.1.
            </p>
          </noscript>
        </div>
      </body>
    </html>
  );
}
