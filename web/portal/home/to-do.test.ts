import { expect, test } from 'vitest';
import type { Badges } from '#contract/portal.ts';
import { waitingFor } from './to-do.ts';

/** Counts that are 0 but for these. */
const counting = (counts: Partial<Badges>) =>
  new Proxy(counts, { get: (known, name: keyof Badges) => known[name] ?? 0 }) as Badges;

/** The items as people read them, with where they lead. */
const shown = (...args: Parameters<typeof waitingFor>) =>
  waitingFor(...args).map(({ toDo, count }) => [
    `${count} ${count === 1 ? toDo.one : toDo.many}`,
    toDo.to,
  ]);

test('the office sees what is urgent first, each with its list, and an employee nothing of it', () => {
  const badges = counting({
    ...{ new_inquiries: 3, overdue_inquiries: 2, new_applications: 4, overdue_claims: 1 },
    ...{ expired_driver_documents: 2, drop_files_to_publish: 8, submissions_to_review: 5 },
    ...{ open_orders: 1, never_opened_settlements: 6, testimonials_to_approve: 7 },
  });
  expect(shown('admin', badges, 0)).toEqual([
    ['1 overdue claim', '/claims?status=overdue'],
    ['2 expired driver documents', '/driver-file?status=expired'],
    ['2 overdue inquiries', '/inquiries?view=overdue'],
    ['3 new inquiries', '/inquiries?status=new'],
    ['4 new applications', '/applications?show=new'],
    ['5 forms to review', '/AdminFiles?show=awaiting'],
    ['8 settlements to publish', '/Settlements'],
    ['1 store order to get ready', '/Store?view=orders'],
    ['7 testimonials to approve', null],
    ['6 settlements nobody has opened', '/Settlements?show=unopened'],
  ]);
  expect(shown('employee', badges, 0)).toEqual([]);
});

test('everyone sees their own, with the files to open and to confirm', () => {
  const badges = counting({ forms_to_send_again: 1, unconfirmed_training: 1, unopened_reports: 2 });
  expect(shown('employee', badges, 1)).toEqual([
    ['1 rejected form to send again', '/EmployeeFiles'],
    ['2 reports to open', '/Reports'],
    ['1 training file to confirm', '/TrainingFiles'],
    ['1 unread message', '/Chat'],
  ]);
});
