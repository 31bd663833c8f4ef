/** npm run check: format, lint with import boundaries, names, types and dead code. Every step runs, even after a failure. */
import { setChecked } from './checked-tree.ts';
import { checkSteps, report, runSteps } from './steps.ts';

const passed = await runSteps(checkSteps);
if (passed.every(Boolean)) setChecked();
report(checkSteps, passed);
