/** The round figure at or above the highest value that a scale ends with: 1, 2, 4, 5, 8 or 10 of its power of ten. */
export function niceTop(highest: number): number {
  if (!(highest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 4, 5, 8, 10].find((candidate) => candidate * power >= highest - 1e-9);
  return (step ?? 10) * power;
}
