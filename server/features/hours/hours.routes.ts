import * as contract from '#contract/hours.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { listLedger } from './hours.service.ts';

/** The ledger of hours; hours change with the employee. */
export const hoursRoutes: Routes = (register, ctx) => {
  register(contract.listLedger, ({ user, query }) => listLedger(ctx, user, query));
};
