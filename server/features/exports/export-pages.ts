import type * as z from 'zod/mini';
import { today } from '#contract/dates.ts';
import { directory } from '#contract/directory.ts';
import type { Document, DocumentKind } from '#contract/documents.ts';
import { personName } from '#contract/employee-name.ts';
import type { exportLists } from '#contract/export-lists.ts';
import type { ExportName } from '#contract/exports.ts';
import { holidaysOf } from '#contract/holidays.ts';
import type { AuthUser } from '../../platform/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Cursor, decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { JsonPage } from '../../platform/json-stream.ts';
import { listAnnouncements } from '../announcements/announcements.service.ts';
import { listApplications } from '../applications/applications.service.ts';
import { listAudit } from '../audit/audit.service.ts';
import { listClaims } from '../claims/claims.service.ts';
import { listDamages } from '../damages/damages.service.ts';
import { listDocuments } from '../documents/documents.service.ts';
import { readDriverFiles } from '../driver-file/driver-file.service.ts';
import { listAssignments } from '../employee-files/employee-files.service.ts';
import { listEmployees } from '../employees/employees.service.ts';
import { listLedger } from '../hours/hours.service.ts';
import { listInquiries } from '../inquiries/inquiries.service.ts';
import { listJobPage } from '../jobs/jobs.service.ts';
import { listNotifications } from '../notifications/notifications.service.ts';
import { listReceipts, totalsOfDocuments, totalsOfPeople } from '../receipts/receipts.service.ts';
import { listQuestions } from '../settlement-questions/settlement-questions.service.ts';
import { listPosts } from '../spotlight/spotlight.service.ts';
import { listOrders } from '../store/orders.service.ts';
import { listProducts } from '../store/products.service.ts';
import { listTestimonials } from '../testimonials/testimonials.service.ts';
import { listTimeOff } from '../time-off/time-off.service.ts';
import { listUnsentMail } from '../unsent-mail/unsent-mail.service.ts';
import { listUsers } from '../users/users.service.ts';

/** Rows per query: few enough to block other requests for milliseconds only. */
export const limit = 200;

export type Row = Readonly<Record<string, unknown>>;

export interface Page {
  rows: readonly object[];
  /** Where the next page begins; null after the last. */
  end: Cursor | null;
}

type QueryOf<N extends ExportName> = (typeof exportLists)[N] extends {
  query: infer Q extends z.ZodMiniType;
}
  ? Omit<z.output<Q>, 'limit' | 'before'>
  : object;

export interface Reader {
  /** Decides, as in the list's own call, which rows are read. */
  user: Pick<AuthUser, 'userId' | 'role'>;
  ctx: AppContext;
}

type ReadPage = (before: Cursor | null) => Promise<Page>;
export type OpenList<N extends ExportName> = (reader: Reader, filter: QueryOf<N>) => ReadPage;

const parsed = ({ json, end }: JsonPage): Page => ({ rows: JSON.parse(json) as Row[], end });
const paged = (rows: readonly object[], next: string | null): Page => ({
  rows,
  end: decodeCursor(next ?? undefined),
});
const whole = (rows: readonly object[]): Page => ({ rows, end: null });

/** The names of the open accounts by their ids, read once for an export. */
function namesOf({ ctx }: Reader) {
  let names: Promise<Map<number, string>> | undefined;
  const read = async () => {
    const people = await listUsers(ctx.db, 'admin');
    return new Map(people.map((person) => [person.user_id, personName(person)]));
  };
  return () => {
    names ??= read();
    return names;
  };
}

const documents =
  <K extends DocumentKind>(kind: K): OpenList<K> =>
  (reader) => {
    const { ctx, user } = reader;
    // An export isn't a delivery.
    const isAdmin = user.role === 'admin';
    const asked = { kind, userId: user.userId, isAdmin, ip: '', isRead: false };
    const names = namesOf(reader);
    return async (before) => {
      const { rows, end } = parsed(await listDocuments(ctx, asked, limit, before));
      const known = isAdmin ? await names() : new Map<number, string>();
      const named = (rows as Document[]).map((row) => ({
        ...row,
        assigned_users: row.assigned_user_ids.flatMap((id) => known.get(id) ?? []),
      }));
      return { rows: named, end };
    };
  };

/** Reads each list page by page, through the service of the list's own call. */
export const openList: { [N in ExportName]: OpenList<N> } = {
  inquiries:
    ({ ctx }) =>
    async (before) => {
      const page = { limit, ...(before && { before: encodeCursor(before) }) };
      const { inquiries, next } = await listInquiries(ctx, page);
      return paged(inquiries, next);
    },
  jobs:
    ({ ctx }) =>
    async (before) => {
      const { jobs, next } = await listJobPage(ctx.db, limit, before);
      return paged(jobs, next);
    },
  applications:
    ({ ctx }) =>
    async (before) =>
      parsed(await listApplications(ctx.db, limit, before)),
  users:
    ({ ctx, user }) =>
    async () =>
      whole(await listUsers(ctx.db, user.role, ctx.now())),
  employees:
    ({ ctx }) =>
    async () =>
      whole(await listEmployees(ctx.db)),
  'hours-ledger':
    ({ ctx, user }, { employee_id: employeeId }) =>
    async (before) => {
      const { entries, end } = await listLedger(ctx.db, { user, employeeId }, limit, before);
      return { rows: entries, end };
    },
  'time-off':
    ({ ctx, user }, filter) =>
    async (before) => {
      const { rows, end } = await listTimeOff(ctx.db, { user, filter }, limit, before);
      return { rows, end };
    },
  damages:
    ({ ctx, user }, { employee_id: employeeId }) =>
    async (before) =>
      parsed(await listDamages(ctx.db, { user, employeeId, before }, limit)),
  claims:
    ({ ctx, user }, filter) =>
    async (before) => {
      const { claims, next } = await listClaims(ctx, user, { ...filter, limit, before });
      return paged(claims, next);
    },
  training: documents('training'),
  settlements: documents('settlements'),
  reports: documents('reports'),
  'settlement-questions':
    ({ ctx, user }, query) =>
    async (before) => {
      const { questions, next } = await listQuestions(ctx, user, { ...query, limit, before });
      const readable = questions.map((question) => ({
        ...question,
        conversation: question.messages.map(({ name, text }) => `${name}: ${text}`).join('\n'),
      }));
      return paged(readable, next);
    },
  'employee-files': (opened) => {
    const { ctx, user } = opened;
    const names = namesOf(opened);
    return async (before) => {
      const reader = { ...user, ip: '', isRead: false };
      const { rows, end } = await listAssignments(ctx, reader, limit, before);
      const known = await names();
      return {
        rows: rows.map((row) => ({ ...row, user_name: known.get(row.user_id) ?? '' })),
        end,
      };
    };
  },
  'driver-file': ({ ctx, user }, { employee_id: employeeId }) => {
    const read = readDriverFiles(ctx, user, employeeId);
    return async () => {
      const { files, end } = await read();
      return { rows: files, end };
    };
  },
  receipts:
    ({ ctx }, { file_id: fileId, user_id: userId }) =>
    async () =>
      whole(JSON.parse(await listReceipts(ctx.db, { fileId, userId })) as Row[]),
  'receipts-people':
    ({ ctx }) =>
    async () =>
      whole(JSON.parse(await totalsOfPeople(ctx.db)) as Row[]),
  'receipts-files':
    ({ ctx }) =>
    async (before) =>
      parsed(await totalsOfDocuments(ctx.db, before, limit)),
  products:
    ({ ctx }) =>
    async (before) => {
      const { products, next } = await listProducts(ctx.db, limit, before);
      return paged(products, next);
    },
  orders:
    ({ ctx, user }, { open }) =>
    async (before) => {
      const filter = { waitingOnly: open === '1', limit, before };
      const { orders, next } = await listOrders(ctx.db, user, filter);
      return paged(orders, next);
    },
  posts:
    ({ ctx }) =>
    async (before) => {
      const { posts, next } = await listPosts(ctx.db, { limit, before });
      return paged(posts, next);
    },
  testimonials:
    ({ ctx }) =>
    async (before) => {
      const { testimonials, next } = await listTestimonials(ctx.db, limit, before);
      return paged(testimonials, next);
    },
  notifications:
    ({ ctx, user }, { unread, all }) =>
    async (before) => {
      const asked = { unreadOnly: unread === 'true' && all !== '1', limit, before };
      const { notifications, next } = await listNotifications(ctx.db, user.userId, asked);
      return paged(notifications, next);
    },
  announcements: (reader) => {
    const names = namesOf(reader);
    return async (before) => {
      const { announcements, next } = await listAnnouncements(reader.ctx.db, { limit, before });
      const known = await names();
      const named = announcements.map((row) => ({
        ...row,
        people: row.user_ids.flatMap((id) => known.get(id) ?? []),
      }));
      return paged(named, next);
    };
  },
  'unsent-mail':
    ({ ctx }) =>
    async (before) => {
      const page = { limit, ...(before && { before: encodeCursor(before) }) };
      const { mails, next } = await listUnsentMail(ctx.db, page);
      return paged(mails, next);
    },
  audit:
    ({ ctx }, filter) =>
    async (before) => {
      const page = { limit, ...(before && { before: encodeCursor(before) }) };
      const { entries, next } = await listAudit(ctx, { ...filter, ...page });
      return paged(entries, next);
    },
  directory: () => async () =>
    whole(
      directory.sections.flatMap(({ title: department, members }) =>
        members.map((member) => ({ department, ...member })),
      ),
    ),
  holidays:
    ({ ctx }) =>
    async () => {
      const year = Number(today(ctx.now()).slice(0, 4));
      return whole([...new Set([2025, year, year + 1])].sort().flatMap(holidaysOf));
    },
};
