/** Figures whose half is as easy to read. */
const steps = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** The round figure at or above the highest value, where a scale ends. */
export function niceTop(highest: number): number {
  if (!(highest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = steps.find((candidate) => candidate * power >= highest - 1e-9);
  return (step ?? 10) * power;
}
