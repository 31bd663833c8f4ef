import { type Labeled, labeledValues, type Piece, type ValueFormat } from './labeled-values.ts';
import { nearest, type Page } from './page-lines.ts';

const whose =
  '(?:(?:your|the|driver|drivers|contractor|employee|total|final|weekly|this|current) )*';
const forWhom =
  '(?: (?:amount|total|paid|payable|due|usd|direct deposit|(?:(?:to|for) )?(?:the |your )?(?:driver|you|contractor|employee|period|week)|(?:this|current) (?:pay )?(?:period|week|check|settlement)|current))*';
/** The whole label of the pay after all deductions. */
const netPayLabel = new RegExp(
  `^${whose}(?:net pay(?:ment)?|net check|take home(?: pay)?)${forWhom}$`,
);
const netLabel = new RegExp(
  `^${whose}(?:net (?:pay(?:ment|able)?|amount|settlement|check|earnings|total|due)|take home(?: pay)?)${forWhom}$`,
);
/** The whole label of the same amount in a settlement without a net label. */
const paidLabel = new RegExp(
  `^${whose}(?:(?:amount|total) (?:paid|payable|due)|(?:check|payment|settlement) (?:amount|total)|(?<=total )settlement)${forWhom}$`,
);

const otherPeriod = /\b(?:ytd|year to date|previous|prior|last|balance)\b/;
/** What isn't net pay under any label but 'Net pay'. */
const otherAmount = /\b(?:advances?|escrow|loans?|fuel|cards?|gross|deposits?|reimbursements?)\b/;
const currentColumn =
  /^(?:(?:this|current) (?:pay )?(?:period|check|week|settlement|statement|pay)|current(?: (?:amount|total))?|amount)$/;
const yearColumn = /^(?:ytd|year to date)(?: (?:amount|total))?$/;
const anyCurrent = /\b(?:current|this (?:period|check|week|pay))\b/;

const dash = '[-‐‑–—−]';
/** Dots, or dashes in a row, that lead to an amount. */
const leader = new RegExp(`^(?:[.:_*=…·•]+|${dash}{2,})+`, 'u');
const clearAmount = new RegExp(
  `^(?<minus>${dash})?(?<open>\\()?\\$?[*]*(?<inner>${dash})?\\$?(?<dollars>\\d{1,3}(?:,\\d{3})+|\\d{1,7})\\.(?<cents>\\d{2})(?<trailing>${dash})?(?<close>\\))?[*.,;]*$`,
  'u',
);

/** A larger amount is misread. */
const maxCents = 100_000_000;

/** Numbers with what touches them; a sign of its own without a number isn't clear. */
const amounts: ValueFormat<number> = {
  tidy: (text) =>
    text
      .replace(/(?<=[$(])\s+(?=[\d$(])/g, '')
      .replace(/(?<=\d)\s+\)/g, ')')
      .replace(/\$\(/g, '($'),
  pattern: new RegExp(`${dash}\\$(?!\\S)|\\((?!\\S)|[^\\s\\p{L}]*\\d[^\\s\\p{L}]*`, 'gu'),
  parse: ([text], before, after) => {
    const touchesLetters = /\p{L}$/u.test(before) && !leader.test(text);
    const isQualified = /^(?:\p{L}|\s*(?:[cd]r|credit|debit)\b)/iu.test(after);
    const { minus, open, inner, dollars, cents, trailing, close } =
      clearAmount.exec(text.replace(leader, ''))?.groups ?? {};
    const signs = [minus, inner, trailing, open].filter(Boolean);
    // Of spaced dashes, the last one may be a leader or a minus.
    const isLed = minus && new RegExp(`${dash}\\s*$`, 'u').test(before);
    if (!dollars || signs.length > 1 || !open !== !close) return null;
    if (touchesLetters || isQualified || isLed) return null;
    const amount = Number(dollars.replaceAll(',', '')) * 100 + Number(cents);
    if (amount > maxCents) return null;
    return signs.length > 0 ? -amount : amount;
  },
  ignored: /^usd$/,
};

/** Returns the net pay that a settlement states, in cents; null for none or several. */
export function netPayOf(pages: readonly Page[]): number | null {
  const net = netPaysIn(pages, netLabel);
  const found = net.length > 0 ? net : netPaysIn(pages, paidLabel);
  const [amount, ...others] = new Set(found);
  return others.length === 0 ? (amount ?? null) : null;
}

/** The amount of each label; null for one without a clear amount. */
function netPaysIn(pages: readonly Page[], label: RegExp): (number | null)[] {
  return pages
    .flatMap((page) =>
      labeledValues(
        page,
        amounts,
        (text) => label.test(text),
        (text) => currentColumn.test(text),
      ),
    )
    .filter(isOfThisSettlement)
    .map(amountOf);
}

function isOfThisSettlement({ label, context }: Labeled<number>): boolean {
  if (otherPeriod.test(context) && !anyCurrent.test(context)) return false;
  return netPayLabel.test(label) || !otherAmount.test(context);
}

/** The one amount at the label's height or in its column; null for none or several. */
function amountOf(labeled: Labeled<number>): number | null {
  const below = labeled.below.filter(({ text: _, ...piece }) => !isInOtherRow(labeled, piece));
  const found = [labeled.right, below].filter(({ length }) => length > 0);
  const [amount = null, ...others] = new Set(found.map((pieces) => currentAmount(labeled, pieces)));
  return others.length === 0 ? amount : null;
}

/** Whether a value below a label is in a row such as 'YTD'. */
function isInOtherRow({ lines }: Labeled<number>, value: Omit<Piece<number>, 'text'>): boolean {
  const row = lines.find(({ pieces }) =>
    pieces.some(({ left, value: own }) => own === value.value && left === value.left),
  );
  return (
    row?.pieces.some(({ text, value: own }) => own === undefined && otherPeriod.test(text)) ?? false
  );
}

/** The amount of this period; a table may have a column for the year beside it. */
function currentAmount(
  { lines, at }: Labeled<number>,
  pieces: readonly Piece<number>[],
): number | null {
  const above = lines.slice(0, at + 1);
  const isHeading = (test: RegExp) => (piece: Piece<number>) =>
    piece.value === undefined && test.test(piece.text);
  const headingAt = above.findLastIndex(
    (line) =>
      line.pieces.some(isHeading(yearColumn)) &&
      line.pieces.every(({ value }) => typeof value !== 'number'),
  );
  const headings = lines[headingAt]?.pieces ?? [];
  const columns = headings.filter(
    (piece) => isHeading(currentColumn)(piece) || isHeading(yearColumn)(piece),
  );
  const isOfYear = (piece: Piece<number>) => {
    const column = nearest(columns, piece);
    return column !== null && yearColumn.test(column.text);
  };
  const [one, other, ...more] = pieces;
  if (!one || more.length > 0) return null;
  if (other) {
    const current = pieces.filter((piece) => !isOfYear(piece));
    return columns.length === 2 && current.length === 1 ? (current[0]?.value ?? null) : null;
  }
  // The year is the last column, so an amount with another one to its right isn't in it.
  const isLast = !lines
    .slice(headingAt + 1, at)
    .some(({ pieces: row }) =>
      row.some(({ left, value }) => value !== undefined && left > one.right),
    );
  const isYearLast = columns.at(-1) && yearColumn.test(columns.at(-1)?.text ?? '');
  return isOfYear(one) && (isLast || !isYearLast) ? null : (one.value ?? null);
}
