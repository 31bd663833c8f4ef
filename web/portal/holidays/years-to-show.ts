/** The year of SPEC.md's own table. */
const written = 2025;

/** This year, the next, and 2025 wherever it falls; each once. */
export function yearsToShow(today: string): number[] {
  const year = Number(today.slice(0, 4));
  return [...new Set([year, year + 1, written])];
}
