/** The steps of `npm run check`, and functions that run steps on the pinned Node. */
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';

export const root = dirname(import.meta.dirname);

/** A step passes when each of its commands, a list of arguments for Node, exits with 0. */
export type Step = { name: string; commands: string[][] };

const biome = 'node_modules/.bin/biome';

/** Checks the format of these files and folders, and lints them. */
export const lint = (paths: readonly string[]): Step => ({
  name: 'format and lint',
  commands: [[biome, 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...paths]],
});

export const types: Step = {
  name: 'types',
  commands: [
    ['node_modules/.bin/react-router', 'typegen'],
    ['node_modules/.bin/tsc', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'],
    ['node_modules/.bin/tsc', '-p', 'web/service-worker'],
  ],
};

/** The longest first: two run at a time. */
export const checkSteps: Step[] = [
  types,
  lint(['.']),
  { name: 'dead code', commands: [['node_modules/.bin/knip', '--no-progress']] },
  { name: 'names', commands: [['scripts/check-names.ts']] },
  { name: 'texts', commands: [['scripts/check-texts.ts']] },
];

const running = new Set<ChildProcess>();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) child.kill(signal);
  });
}

/** Runs Node; its output goes to `print`, or straight to the terminal. */
function runNode(
  args: string[],
  env: NodeJS.ProcessEnv,
  print?: (piece: string) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: print ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (piece: string) => print?.(piece));
    }
    child.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve(code === 0);
    });
  });
}

async function runCommands(
  { commands }: Step,
  env: NodeJS.ProcessEnv,
  print?: (piece: string) => void,
): Promise<boolean> {
  for (const args of commands) {
    const passed = await runNode(args, env, print);
    if (interrupted) process.exit(130);
    if (!passed) return false;
  }
  return true;
}

/** Runs the step's commands until one fails; returns whether all passed. An interrupt exits the process. */
export async function runStep(step: Step, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  console.log(`\n── ${step.name}`);
  return runCommands(step, env);
}

/** Runs independent steps, `atOnce` at a time; each prints when done. Resolves to the results, in order. */
export async function runSteps(steps: readonly Step[], atOnce = 2): Promise<boolean[]> {
  const passed: boolean[] = [];
  const waiting = [...steps.entries()];
  async function lane(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, step] = next;
      let output = '';
      passed[index] = await runCommands(step, {}, (piece) => {
        output += piece;
      });
      console.log(`\n── ${step.name}\n${output.trimEnd()}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane));
  return passed;
}

/** Names the failed steps, prints 'N passed, N failed' last and sets the exit code. */
export function report(steps: readonly Step[], passed: readonly boolean[]): void {
  const failed = steps.filter((_, index) => !passed[index]).map(({ name }) => name);
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
  console.log(`\n${steps.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
