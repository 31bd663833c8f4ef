/**
 * The oldest supported browsers: those current two years before this release (November 2024),
 * by their names in @mdn/browser-compat-data. The README states them, the build targets them.
 */
export const oldestBrowsers = {
  chrome: '131',
  edge: '131',
  firefox: '132',
  safari: '18.1',
  safari_ios: '18.1',
} as const;
