import { confirmClock, systemStatus } from '#contract/status.ts';
import type { Routes } from '../../platform/http/routes.ts';
import * as clock from '../retention/clock-check.service.ts';
import { readStatus } from './status.service.ts';

export const statusRoutes: Routes = (register, ctx) => {
  register(systemStatus, () => readStatus(ctx));
  register(confirmClock, ({ actor }) => clock.confirmClock(ctx, actor));
};
