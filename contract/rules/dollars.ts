const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
  minimumFractionDigits: 0,
});

/** Formats as $1,234.50. */
export function dollars(amount: number): string {
  return exact.format(amount);
}

/** Formats as $1.2K. */
export function shortDollars(amount: number): string {
  return short.format(amount);
}

/** The sum of amounts, added in cents to avoid rounding errors: 0.1 and 0.2 are 0.3. */
export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}
