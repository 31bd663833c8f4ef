/**
 * npm run bench [-- <name> …]: benchmarks against hardware baselines measured in the same run.
 * Writes bench/results.md; with names, the rows of those scenarios.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { commitOf } from '../scripts/commit.ts';
import { postgresVersion } from './engines.ts';
import type { Scenario } from './metrics.ts';
import { type Measured, resultsDocument } from './results.ts';
import { browser } from './scenarios/browser.ts';
import { chat, sockets } from './scenarios/chat.ts';
import { create } from './scenarios/create.ts';
import { damages } from './scenarios/damages.ts';
import { files } from './scenarios/files.ts';
import { flood } from './scenarios/flood.ts';
import { growth } from './scenarios/growth.ts';
import { nodes } from './scenarios/nodes.ts';
import { pages } from './scenarios/pages.ts';
import { reads } from './scenarios/reads.ts';
import { signIn } from './scenarios/sign-in.ts';
import { start } from './scenarios/start.ts';
import { volume } from './scenarios/volume.ts';

const scenarios: Scenario[] = [
  ...[reads, damages, create, signIn, files, chat, sockets, volume, growth, flood],
  ...[nodes, start, pages, browser],
];

const wanted = process.argv.slice(2);
const names = scenarios.map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown scenario: ${unknown.join(', ')}. Scenarios: ${names.join(', ')}.`);
  process.exit(1);
}

const date = new Date().toISOString().slice(0, 10);
const commit = commitOf();

async function describeRun(): Promise<string> {
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  const machine = `${cpus()[0]?.model ?? 'CPU'}, ${availableParallelism()} cores, ${gigabytes} GB of memory`;
  const postgres = await postgresVersion();
  const versions = [
    `Node ${process.versions.node}`,
    `SQLite ${process.versions.sqlite}`,
    ...(postgres ? [`PostgreSQL ${postgres}`] : []),
  ];
  const { BENCH_SECONDS: seconds } = process.env;
  const chosen = seconds ? ` BENCH_SECONDS=${seconds}.` : '';
  return `${date}, commit ${commit}. ${machine}. ${versions.join(', ')}.${chosen}`;
}

const measured: Measured[] = [];
for (const { name, run } of scenarios) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`── ${name}`);
  try {
    measured.push({ scenario: name, metrics: await run() });
  } catch (error) {
    console.error(`  failed: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

const file = join(import.meta.dirname, 'results.md');
const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
const run = await describeRun();
writeFileSync(file, resultsDocument(before, run, names, measured));
const current = measured.map(({ scenario }) => scenario);
console.log(`\n${resultsDocument(before, run, current, measured)}\nWrote bench/results.md.`);
// A failed scenario's workers must not keep the process alive.
process.exit();
