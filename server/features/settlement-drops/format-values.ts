/** The one amount, or the one range of days, that a text is. */

import { typedDate } from '#contract/rules/typed-dates.ts';
import { maxPay, maxPeriodDays } from '#contract/settlement-pay.ts';

/** The first and the last day of what a settlement pays, `YYYY-MM-DD`. */
export interface Period {
  from: string;
  to: string;
}

/** Dots and lines that lead from a label to its amount: a minus is one that touches the amount. */
const leader = /^(?:[-‐‑–—−._…]+\s+|[._…]+)+/u;
const amount = /^(?:\d{1,3}(?:,\d{3})+|\d+)\.\d{2}$/;
const touching = /^[-‐‑–—−]/u;
const trailing = /[-‐‑–—−]$/u;

/** Cents of a text that is one amount and nothing else; null for any other text. */
export function amountIn(text: string): number | null {
  let rest = text.normalize('NFKC').trim().replace(leader, '').replace(/\*+/gu, '');
  const isBracketed = /^\(.*\)$/u.test(rest);
  if (isBracketed) rest = rest.slice(1, -1);
  let signs = Number(isBracketed);
  for (const sign of [touching, /^\$\s*/u, touching, trailing]) {
    if (!sign.test(rest)) continue;
    if (sign === touching || sign === trailing) signs += 1;
    rest = rest.replace(sign, '');
  }
  if (!amount.test(rest) || signs > 1) return null;
  const cents = Math.round(Number(rest.replaceAll(',', '')) * 100);
  if (cents > maxPay * 100) return null;
  return signs > 0 && cents > 0 ? -cents : cents;
}

const between = /\s*(?:[-‐‑–—−]|\b(?:to|thru|through|until|and)\b)\s*/giu;
const dayMs = 86_400_000;

/** The days of a text that is one range of dates and nothing else; null for any other text. */
export function daysIn(text: string): Period | null {
  const all = text.normalize('NFKC').trim();
  const ranges = Array.from(all.matchAll(between), ({ 0: mark, index }) => {
    const from = typedDate(all.slice(0, index));
    const to = typedDate(all.slice(index + mark.length));
    return from && to ? { from, to } : null;
  }).filter((range) => range !== null);
  const [range, ...others] = ranges;
  if (!range || others.length > 0) return null;
  const days = (Date.parse(range.to) - Date.parse(range.from)) / dayMs;
  return days >= 0 && days < maxPeriodDays ? range : null;
}
