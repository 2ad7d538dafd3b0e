export const browserNames = ["chrome", "firefox", "safari"] as const;

/** The oldest version of each browser. Edge has the numbers of Chrome. */
export type BrowserVersions = Record<(typeof browserNames)[number], number>;

/** The public page: browsers of November 2022, four years back. */
export const pageBrowsers: BrowserVersions = { chrome: 107, firefox: 106, safari: 16.1 };

/** The console: browsers of November 2024, two years back. */
export const consoleBrowsers: BrowserVersions = { chrome: 130, firefox: 132, safari: 18 };

export function buildTarget(browsers: BrowserVersions): string[] {
  return browserNames.map((name) => `${name}${browsers[name]}`);
}
