import { foldText } from '../text/text-fold.ts';

/** A name of a department or position without case, accents, spaces and punctuation. */
export const foldName = (name: string) => foldText(name).replace(/[^\p{L}\p{N}]/gu, '');

/** The names once each, the most used first; empty ones are left out. */
export function distinctNames(names: readonly (string | null)[]): string[] {
  const filled = names.filter((name) => name !== null && name.trim() !== '') as string[];
  const groups = [...Map.groupBy(filled, (name) => name)];
  return groups.sort(([, one], [, other]) => other.length - one.length).map(([name]) => name);
}

/** The name itself or, if it isn't there, one that differs by case, spaces and punctuation only. */
export function sameName(name: string, names: readonly string[]): string | undefined {
  if (names.includes(name)) return name;
  return names.find((other) => foldName(other) === foldName(name));
}

/** Number of letters to add, remove, replace or swap. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const replaced = (last[at - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwap = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const swapped = isSwap ? (before[at - 2] ?? 0) + 1 : replaced;
      next.push(Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replaced, swapped));
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}

/** Whether the letters of a short name are in the long one, in order, from its first two on: 'ops', 'mgmt'. */
function isAbbreviation(short: string, long: string): boolean {
  if (short.length < 2 || short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** Names are compared to this length, so that a long one takes no time. */
const maxLength = 100;

function isNear(name: string, other: string): boolean {
  const [short = '', long = ''] = [foldName(name), foldName(other)]
    .map((text) => text.slice(0, maxLength))
    .sort((one, two) => one.length - two.length);
  if (short.length >= 4 && distance(short, long) <= (short.length < 8 ? 1 : 2)) return true;
  if (short.length >= 3 && long.startsWith(short)) return true;
  return short.length <= 5 && long.length > short.length && isAbbreviation(short, long);
}

/** An existing name that another one may be meant for: a typing error or an abbreviation of it. */
export function similarName(name: string, names: readonly string[]): string | undefined {
  return foldName(name) === '' ? undefined : names.find((other) => isNear(name, other));
}
