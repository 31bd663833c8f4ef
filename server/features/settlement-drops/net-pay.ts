/** Labels of the pay after all deductions. */
const netLabel = /\bnet\s+(?:pay(?:ment)?|amount|settlement|check|earnings|total|due|payable)\b/giu;
/** Labels of the same amount in a settlement without a net label. */
const paidLabel =
  /\b(?:(?:amount|total)\s+(?:paid|payable|due)|(?:check|payment|deposit|settlement)\s+(?:amount|total)|take[- ]home(?:\s+pay)?)\b/giu;
/** A line about another period. */
const otherPeriod = /\b(?:ytd|year[- ]to[- ]date|previous|prior|last|balance)\b/iu;
const onlyAmount =
  /^[\s:.\-–—*_]*?(?<minus>-\s?)?(?<open>\()?\$?\s?(?<minusInside>-)?(?<dollars>\d{1,3}(?:,\d{3})+|\d{1,7})\.(?<cents>\d{2})(?<close>\))?\s*$/u;

/** A larger amount is misread. */
const maxCents = 100_000_000;

/** Returns the net pay that a settlement states, in cents; null for none or several. */
export function netPayOf(text: string): number | null {
  const lines = text
    .normalize('NFKC')
    .split('\n')
    .filter((line) => !otherPeriod.test(line));
  const net = amountsAfter(lines, netLabel);
  const found = net.length > 0 ? net : amountsAfter(lines, paidLabel);
  const [amount, ...others] = new Set(found);
  return others.length === 0 ? (amount ?? null) : null;
}

/** The amounts after a label, null for each label without one clear amount. */
function amountsAfter(lines: readonly string[], label: RegExp): (number | null)[] {
  return lines.flatMap((line, index) =>
    Array.from(line.matchAll(label), ({ 0: words, index: at }) => {
      const rest = line.slice(at + words.length);
      // The amount may be on the next line, if both lines have nothing else.
      const isAlone = rest.trim() === '' && line.slice(0, at).trim() === '';
      return centsOf(isAlone ? (lines[index + 1] ?? '') : rest);
    }),
  );
}

function centsOf(text: string): number | null {
  const { minus, open, minusInside, dollars, cents, close } = onlyAmount.exec(text)?.groups ?? {};
  if (dollars === undefined || Boolean(open) !== Boolean(close)) return null;
  const amount = Number(dollars.replaceAll(',', '')) * 100 + Number(cents);
  if (amount > maxCents) return null;
  return minus || minusInside || open ? -amount : amount;
}
