/** One measured figure beside its limit of the same run. */
export interface Figure {
  what: string;
  ours: number;
  limit: number;
  unit: string;
  /** What ours / limit must come to: `least` for speed, `most` for time, memory and bytes; neither is for the record. */
  least?: number;
  most?: number;
  /** The same ratio by the server's own processor time, where that is known. */
  byProcessor?: number;
}

/** One subject of the bench. */
export interface Subject {
  /** As `npm run bench -- <name>` has it. */
  name: string;
  run: () => Promise<Figure[]>;
}

const heads = ['what', 'ours', 'limit', 'ratio', 'must reach', '', 'by CPU'];

function rounded(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function cells({ what, ours, limit, unit, least, most, byProcessor }: Figure): string[] {
  const ratio = ours / limit;
  const isMet = (least === undefined || ratio >= least) && (most === undefined || ratio <= most);
  const must = least !== undefined ? `≥ ${least}` : most !== undefined ? `≤ ${most}` : '';
  return [
    what,
    `${rounded(ours)} ${unit}`,
    `${rounded(limit)} ${unit}`,
    ratio < 0.1 ? ratio.toFixed(3) : ratio.toFixed(2),
    must,
    must && (isMet ? 'yes' : 'NO'),
    byProcessor === undefined ? '' : byProcessor.toFixed(2),
  ];
}

/** The figures as a table in plain text. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [heads, ...figures.map(cells)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
