/** bench/results.md: the figures of each scenario's last run, and the record that the next run is compared with. */
import { format, isMet, type Metric, ratioOf } from './metrics.ts';

interface Section {
  scenario: string;
  /** When, on which commit and on what machine it was measured. */
  run: string;
  /** Cells, in the order of `columns`. */
  rows: string[][];
}

const columns = [
  ...['row', 'ours', 'baseline', 'ratio', 'spread', 'goal', 'met'],
  ...['by CPU', 'last ratio', 'change'],
];
const ratioColumn = columns.indexOf('ratio');

/** Ratios that are worse by a larger share are flagged. */
const maxLoss = 0.1;

const ratioText = (ratio: number) => (ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(2));

/** How much worse a ratio is than the recorded one: lower for throughput, higher for time, memory and bytes. */
function flagOf({ min, max }: Metric, ratio: number, last: number): string {
  const change = ratio / last - 1;
  const isLower = max === undefined && change < -maxLoss;
  const isHigher = min === undefined && max !== undefined && change > maxLoss;
  if (!Number.isFinite(change) || !(isLower || isHigher)) return '';
  return `${Math.round(Math.abs(change) * 100)} % ${isLower ? 'lower' : 'higher'}`;
}

function rowOf(metric: Metric, last: string): string[] {
  const { name, ours, baseline, unit, min, max, ratios = [], cpuRatio } = metric;
  const ratio = ratioOf(metric);
  const bounds = [min === undefined ? '' : `≥ ${min}`, max === undefined ? '' : `≤ ${max}`];
  const goal = bounds.filter(Boolean).join(', ');
  const spread = [Math.min(...ratios), Math.max(...ratios)].map(ratioText).join('–');
  return [
    ...[name, `${format(ours)} ${unit}`.trim(), `${format(baseline)} ${unit}`.trim()],
    ...[ratioText(ratio), ratios.length > 0 ? spread : ''],
    ...[goal, goal && (isMet(metric) ? 'yes' : 'NO')],
    ...[cpuRatio === undefined ? '' : ratioText(cpuRatio)],
    ...[last, last && flagOf(metric, ratio, Number(last))],
  ];
}

/** Cells as a Markdown table, readable as plain text, too. */
function tableOf(rows: readonly string[][]): string[] {
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const pad = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  const rule = widths.map((width, at) => (at === 0 ? '' : ':').padStart(width, '-'));
  return [columns, rule, ...rows].map((row) => `| ${row.map(pad).join(' | ')} |`);
}

const runPattern = /^Measured: (.*)$/m;

/** The sections of the file by scenario. */
function readSections(text: string): Map<string, Section> {
  const [head = '', ...parts] = text.split('\n## ');
  const run = runPattern.exec(head)?.[1] ?? '';
  const sections = parts.map((part): Section => {
    const [scenario = '', ...lines] = part.split('\n');
    const rows = lines
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map((line) => line.split('|').slice(1, -1))
      .map((cells) => cells.map((cell) => cell.trim()));
    return { scenario, run: runPattern.exec(part)?.[1] ?? run, rows };
  });
  return new Map(sections.map((section) => [section.scenario, section]));
}

function sectionText({ scenario, run, rows }: Section, currentRun: string): string[] {
  const own = run === currentRun ? [] : ['', `Measured: ${run}`];
  return ['', `## ${scenario}`, ...own, '', ...tableOf(rows)];
}

export interface Measured {
  scenario: string;
  metrics: readonly Metric[];
}

/**
 * The new text of the file: the scenarios in their order, those that were measured with new rows, each beside the
 * ratio that the file had. The others stay as they are.
 */
export function resultsDocument(
  before: string,
  run: string,
  scenarios: readonly string[],
  measured: readonly Measured[],
): string {
  const recorded = readSections(before);
  const sections = scenarios.flatMap((scenario) => {
    const metrics = measured.find((one) => one.scenario === scenario)?.metrics;
    const section = recorded.get(scenario);
    if (!metrics) return section ? [section] : [];
    const last = new Map(section?.rows.map((row) => [row[0], row[ratioColumn] ?? '']));
    return [{ scenario, run, rows: metrics.map((one) => rowOf(one, last.get(one.name) ?? '')) }];
  });
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench`; do not edit. The ratio is ours / baseline. A baseline was measured in the same run (beside raw: node:http with the same bytes) or is a fixed limit. A row with a spread has the medians of three runs in turns; the spread is that of their ratios. By CPU compares the requests per CPU second of the servers: that is more accurate on a machine too small for the server and the load generator at once. The change is given when the ratio is more than 10 % worse than the last one recorded here.',
    '',
    `Measured: ${run}`,
    ...sections.flatMap((section) => sectionText(section, run)),
    '',
  ].join('\n');
}
