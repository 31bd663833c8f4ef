import * as contract from '#contract/hours.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { RawJson } from '../../platform/json-stream.ts';
import type { Routes } from '../../platform/routes.ts';
import { listLedger, wholeLedger } from './hours.service.ts';

/** The ledger of hours; hours change with the employee. */
export const hoursRoutes: Routes = (register, { db }) => {
  register(contract.listLedger, async ({ query, user, reply }) => {
    const ledgerQuery = { user, employeeId: query.employee_id };
    const before = decodeCursor(query.before);
    if (query.limit === undefined && before === null) {
      // Building a list of 100,000 changes at once would block all other calls.
      return new RawJson(wholeLedger(db, ledgerQuery));
    }
    const { entries, end } = await listLedger(db, ledgerQuery, query.limit, before);
    if (end) reply.header('x-next-before', encodeCursor(end));
    return entries;
  });
};
