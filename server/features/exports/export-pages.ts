import type * as z from 'zod/mini';
import { directory } from '#contract/company/directory.ts';
import type { DocumentKind } from '#contract/documents.ts';
import type { ExportName } from '#contract/exports.ts';
import { today } from '#contract/rules/dates.ts';
import { holidaysOf } from '#contract/rules/holidays.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { List, ReadPage } from '../../platform/http/lists.ts';
import { listAnnouncements } from '../announcements/announcements.service.ts';
import { listApplications } from '../applications/applications.service.ts';
import { listAudit } from '../audit/audit.service.ts';
import { listClaims } from '../claims/claims.service.ts';
import { listDamages } from '../damages/damages.service.ts';
import { listDocuments } from '../documents/documents.service.ts';
import { listDriverFiles } from '../driver-file/driver-file.service.ts';
import { listAssignments } from '../employee-files/employee-files.service.ts';
import { listEmployees } from '../employees/employees.service.ts';
import { listLedger } from '../hours/hours.service.ts';
import { listInquiries } from '../inquiries/inquiries.service.ts';
import { listJobs } from '../jobs/jobs.service.ts';
import { listNotifications } from '../notifications/notifications.service.ts';
import { listReceipts, totalsOfDocuments, totalsOfPeople } from '../receipts/receipts.service.ts';
import { listQuestions } from '../settlement-questions/settlement-questions.service.ts';
import { listPosts } from '../spotlight/spotlight.service.ts';
import { listOrders } from '../store/orders.service.ts';
import { listProducts } from '../store/products.service.ts';
import { listTestimonials } from '../testimonials/testimonials.service.ts';
import { listTimeOff } from '../time-off/time-off.service.ts';
import { listUnsentMail } from '../unsent-mail/unsent-mail.service.ts';
import { allUsers, listUsers } from '../users/users.service.ts';
import type { exportLists } from './export-lists.ts';

export type Row = Readonly<Record<string, unknown>>;

type QueryOf<N extends ExportName> = (typeof exportLists)[N] extends {
  query: infer Q extends z.ZodMiniType;
}
  ? Omit<z.output<Q>, 'limit' | 'before'>
  : object;

/** Decides, as in the list's own call, which rows are read. */
export type Reader = Pick<AuthUser, 'userId' | 'role'>;

export type OpenList<N extends ExportName> = (
  ctx: AppContext,
  user: Reader,
  query: QueryOf<N>,
) => List<object>;

/** A list that is read at once. */
async function* whole(read: () => Promise<object[]> | object[]): AsyncGenerator<object[]> {
  yield await read();
}

/** The list with more columns. */
function withColumns<R extends object>(
  list: ReadPage<R>,
  columnsOf: (row: R) => Promise<object>,
): ReadPage<object> {
  return async (before, limit) => {
    const { rows, end } = await list(before, limit);
    const added = await Promise.all(rows.map(columnsOf));
    return { rows: rows.map((row, index) => ({ ...row, ...added[index] })), end };
  };
}

/** Returns the names of open accounts by their ids; all are read once for an export. */
function namesIn({ db }: AppContext): (ids: readonly number[]) => Promise<string[]> {
  let names: Promise<Map<number, string>> | undefined;
  const read = async () =>
    new Map((await allUsers(db)).map((person) => [person.user_id, personName(person)]));
  return async (ids) => {
    names ??= read();
    const known = await names;
    return ids.flatMap((id) => known.get(id) ?? []);
  };
}

// An export isn't a delivery.
const undelivered = { ip: '', isRead: false };

const documents =
  <K extends DocumentKind>(kind: K): OpenList<K> =>
  (ctx, user) => {
    // Employees don't see the others.
    const names = user.role === 'admin' ? namesIn(ctx) : async () => [];
    const list = listDocuments(ctx, user, { kind, ...undelivered });
    return withColumns(list, async ({ assigned_user_ids }) => ({
      assigned_users: await names(assigned_user_ids),
    }));
  };

/** Reads each list through the service of the list's own call. */
export const openList: { [N in ExportName]: OpenList<N> } = {
  inquiries: listInquiries,
  jobs: listJobs,
  applications: listApplications,
  users: listUsers,
  employees: listEmployees,
  'hours-ledger': listLedger,
  'time-off': listTimeOff,
  damages: listDamages,
  claims: listClaims,
  training: documents('training'),
  settlements: documents('settlements'),
  reports: documents('reports'),
  'settlement-questions': (ctx, user, query) =>
    withColumns(listQuestions(ctx, user, query), async ({ messages }) => ({
      conversation: messages.map(({ name, text }) => `${name}: ${text}`).join('\n'),
    })),
  'employee-files': (ctx, user) => {
    const names = namesIn(ctx);
    return withColumns(listAssignments(ctx, user, undelivered), async ({ user_id }) => ({
      user_name: (await names([user_id]))[0] ?? '',
    }));
  },
  'driver-file': listDriverFiles,
  receipts: ({ db }, _, query) => whole(() => listReceipts(db, query)),
  'receipts-people': ({ db }) => whole(() => totalsOfPeople(db)),
  'receipts-files': totalsOfDocuments,
  products: listProducts,
  orders: listOrders,
  posts: listPosts,
  testimonials: listTestimonials,
  notifications: listNotifications,
  announcements: (ctx) => {
    const names = namesIn(ctx);
    return withColumns(listAnnouncements(ctx), async ({ user_ids }) => ({
      people: await names(user_ids),
    }));
  },
  'unsent-mail': listUnsentMail,
  audit: (ctx, _, query) => listAudit(ctx, query),
  directory: () =>
    whole(() =>
      directory.sections.flatMap(({ title: department, members }) =>
        members.map((member) => ({ department, ...member })),
      ),
    ),
  holidays: ({ now }) =>
    whole(() => {
      const year = Number(today(now()).slice(0, 4));
      return [...new Set([2025, year, year + 1])].sort().flatMap(holidaysOf);
    }),
};
