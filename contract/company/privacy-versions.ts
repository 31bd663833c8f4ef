/** The days of all versions of the privacy notice in legal.ts, newest last. A change of its text adds one. */
export const privacyVersions = ['2026-11-16', '2026-11-22', '2026-11-25', '2026-11-26'] as const;

export const privacyVersion = '2026-11-26' satisfies (typeof privacyVersions)[number];
