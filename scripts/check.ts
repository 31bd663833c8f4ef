/** npm run check: format, lint, walls, types and dead code. Every step runs, whatever the ones before it said. */
import { checkSteps, runStep } from './steps.ts';

const failed: string[] = [];
for (const step of checkSteps) {
  if (!(await runStep(step))) failed.push(step.name);
}
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
console.log(`\n${checkSteps.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
