/** Patterns in the order in which they decide: most browsers also name the ones they descend from. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPX|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Browser and system of a User-Agent header, such as 'Chrome on Android'; '' when it names neither. */
export function deviceOf(userAgent: string | undefined): string {
  const nameIn = (list: typeof browsers) =>
    list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  return [nameIn(browsers), nameIn(systems)].filter(Boolean).join(' on ');
}
