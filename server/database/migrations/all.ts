import { initial } from './001-initial.ts';
import type { Step } from './steps.ts';

/** Every step, in order. Never edit a released step, which includes the schemas in `tables/`. */
export const steps: readonly Step[] = [initial];
