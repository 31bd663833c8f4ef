/** npm run check: format, lint, walls, types and dead code. Every step runs, whatever the others say. */
import { checkSteps, runSteps } from './steps.ts';

const passed = await runSteps(checkSteps);
const failed = checkSteps.filter((_, index) => !passed[index]).map(({ name }) => name);
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
console.log(`\n${checkSteps.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
