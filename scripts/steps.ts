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

let running: ChildProcess | undefined;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    running?.kill(signal);
  });
}

function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    running = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
    running.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    running.on('exit', (code) => resolve(code === 0));
  });
}

/** Runs the step's commands until one fails; true when none did. An interrupt ends the process. */
export async function runStep(step: Step, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  console.log(`\n── ${step.name}`);
  for (const args of step.commands) {
    const passed = await runNode(args, env);
    if (interrupted) process.exit(130);
    if (!passed) return false;
  }
  return true;
}
