/** npm run check: format, lint with import boundaries, names, types and dead code. Every step runs, even after a failure. */
import { checkSteps, report, runSteps } from './steps.ts';

report(checkSteps, await runSteps(checkSteps));
