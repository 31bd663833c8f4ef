/** The steps of the check, and how one is run: its commands in order, on this Node, output shown. */
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';

export const root = dirname(import.meta.dirname);

/** One named step: every command is a list of arguments for Node and must exit with 0. */
export type Step = { name: string; commands: string[][] };

const biome = 'node_modules/.bin/biome';

export const checkSteps: Step[] = [
  { name: 'format', commands: [[biome, 'check', '--linter-enabled=false', '.']] },
  { name: 'lint', commands: [[biome, 'lint', '--error-on-warnings', '.']] },
  { name: 'walls', commands: [['scripts/check-walls.ts']] },
  {
    name: 'types',
    commands: [
      ['node_modules/.bin/react-router', 'typegen'],
      ['node_modules/.bin/tsc', '--noEmit'],
    ],
  },
  { name: 'dead code', commands: [['node_modules/.bin/knip', '--no-progress']] },
];

const running = new Set<ChildProcess>();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) child.kill(signal);
  });
}

/** Runs Node; what it prints goes to `print`, or straight to the terminal. */
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

/** Runs the step's commands until one fails; true when none did. An interrupt ends the process. */
export async function runStep(step: Step, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  console.log(`\n── ${step.name}`);
  return runCommands(step, env);
}

/** Runs steps that do not need each other, two at a time; each prints when it is done. Answers who passed, in their order. */
export async function runSteps(steps: readonly Step[]): Promise<boolean[]> {
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
  await Promise.all([lane(), lane()]);
  return passed;
}
