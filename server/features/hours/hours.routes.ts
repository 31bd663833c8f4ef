import { Readable } from 'node:stream';
import * as contract from '#contract/hours.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { JsonText, type Routes } from '../../platform/routes.ts';
import { readLedger, wholeLedger } from './hours.service.ts';

/** The changes of hours; the hours themselves are changed with the employee. */
export const hoursRoutes: Routes = (register, { db }) => {
  register(contract.listLedger, async ({ query, user, reply }) => {
    const question = { user, employeeId: query.employee_id };
    const before = decodeCursor(query.before);
    if (query.limit === undefined && before === null) {
      // 100,000 changes made whole would hold up everybody else.
      return new JsonText(Readable.from(wholeLedger(db, question)));
    }
    const { entries, end } = await readLedger(db, question, query.limit, before);
    if (end) reply.header('x-next-before', encodeCursor(end));
    return entries;
  });
};
