/** npm run bench [-- <name> …]: benchmarks against hardware baselines measured in the same run. */
import { cpus } from 'node:os';
import { formatTable, type Metric, type Scenario } from './metrics.ts';
import { chat, sockets } from './scenarios/chat.ts';
import { create } from './scenarios/create.ts';
import { files } from './scenarios/files.ts';
import { flood } from './scenarios/flood.ts';
import { growth } from './scenarios/growth.ts';
import { pages } from './scenarios/pages.ts';
import { reads } from './scenarios/reads.ts';
import { signIn } from './scenarios/sign-in.ts';
import { start } from './scenarios/start.ts';
import { volume } from './scenarios/volume.ts';

const scenarios: Scenario[] = [
  ...[reads, create, signIn, files, chat, sockets, volume, growth, flood, start, pages],
];

const wanted = process.argv.slice(2);
const names = scenarios.map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown scenario: ${unknown.join(', ')}. Scenarios: ${names.join(', ')}.`);
  process.exit(1);
}

const metrics: Metric[] = [];
console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}`);
for (const { name, run } of scenarios) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`── ${name}`);
  try {
    metrics.push(...(await run()));
  } catch (error) {
    console.error(`  failed: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

console.log(`\n${formatTable(metrics)}`);
console.log(
  '\nby CPU: the same ratio by requests per CPU second of the server. It is more accurate on a machine\n' +
    'that is too small for the server and the load generator at once.',
);
// A failed scenario's workers must not keep the process alive.
process.exit();
