import { systemStatus } from '#contract/status.ts';
import type { Routes } from '../../platform/routes.ts';
import { readStatus } from './status.service.ts';

export const statusRoutes: Routes = (register, ctx) => {
  register(systemStatus, () => readStatus(ctx));
};
