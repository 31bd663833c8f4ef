/** Searches what the lists of the portal show to their reader, with the filters of these lists. */
import { directory } from '#contract/company/directory.ts';
import { damagesFilter } from '#contract/damages.ts';
import { documentKinds } from '#contract/documents.ts';
import {
  applicantName,
  applicationsFilter,
  jobName,
  referenceOf,
} from '#contract/filters/applications.ts';
import { claimsFilter, codeText } from '#contract/filters/claims.ts';
import { directoryFilter } from '#contract/filters/directory.ts';
import { documentsFilter, maxNamed, periodText } from '#contract/filters/files.ts';
import { inquiriesFilter } from '#contract/filters/inquiries.ts';
import { filtered, type ListFilter } from '#contract/filters/list-filter.ts';
import { usersFilter } from '#contract/filters/users.ts';
import { stageNames } from '#contract/messages/application-stages.ts';
import { claims as claimMessages } from '#contract/messages/claims.ts';
import { inquiryStatusNames } from '#contract/messages/inquiry-office.ts';
import { receipts } from '#contract/messages/receipts.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { type Found, maxFound } from '#contract/search.ts';
import { departmentName } from '#contract/text/department-name.ts';
import { personName } from '#contract/text/employee-name.ts';
import { t } from '#contract/text/languages.ts';
import { inOwnLanguage } from '#contract/text/spanish-version.ts';
import { matches } from '#contract/text/text-match.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type List, partsOf } from '../../platform/http/lists.ts';
import { listApplications } from '../applications/applications.service.ts';
import { listClaims } from '../claims/claims.service.ts';
import { listDamages } from '../damages/damages.service.ts';
import { listDocuments } from '../documents/documents.service.ts';
import { listAssignments } from '../employee-files/employee-files.service.ts';
import { listInquiries } from '../inquiries/inquiries.service.ts';
import { listJobs } from '../jobs/jobs.service.ts';
import { allUsers } from '../users/users.service.ts';

/** Rows of a list that are read at most: a search runs while its user types. */
const maxRead = 2_000;

/** Characters of a title. */
const maxTitle = 120;

/** A search is no delivery of files. */
const undelivered = { ip: '', isRead: false };

/** The newest rows that match. */
async function newestMatches<Row>(list: List<Row>, isMatch: (row: Row) => boolean): Promise<Row[]> {
  const matching: Row[] = [];
  let read = 0;
  for await (const rows of partsOf(list)) {
    matching.push(...rows.filter(isMatch));
    read += rows.length;
    if (matching.length >= maxFound || read >= maxRead) break;
  }
  return matching.slice(0, maxFound);
}

/** The details that are known, in one line. */
const detailOf = (...parts: readonly string[]) => parts.filter(Boolean).join(' · ');

type Search = { ctx: AppContext; user: AuthUser; q: string };

/** Whether a row passes the filter of its list with nothing chosen but the search. */
function matcher<Row, Values extends { q: string } & { [Name in keyof Values]: string }>(
  filter: ListFilter<Row, Values>,
  { ctx, q }: Search,
) {
  const now = ctx.now();
  return (row: Row) => filter.matches(row, { ...filter.none, q }, now);
}

type Person = Awaited<ReturnType<typeof allUsers>>[number];

function findPeople({ q }: Search, users: readonly Person[]): Found[] {
  const kind = 'person' as const;
  const members = directory.sections.flatMap((section) =>
    section.members.map((member) => ({
      ...member,
      title: t(member.title, member.spanish),
      department: t(section.title, section.spanish),
    })),
  );
  return [
    ...filtered(usersFilter, users, { ...usersFilter.none, q }).map((user) => ({
      kind,
      title: personName(user),
      detail: detailOf(user.username, user.position ?? '', user.department ?? ''),
      path: `/users?q=UID+${user.user_id}`,
    })),
    ...filtered(directoryFilter, members, { q }).map(({ name, title, phone }) => ({
      kind,
      title: name,
      detail: detailOf(title, phone),
      path: `/Directory?${new URLSearchParams({ q: name })}`,
    })),
  ].slice(0, maxFound);
}

/** What only the office may see. */
async function findOfOffice(search: Search): Promise<Found[]> {
  const { ctx } = search;
  const inquiries = await newestMatches(listInquiries(ctx), matcher(inquiriesFilter, search));
  const applications = await newestMatches(
    listApplications(ctx),
    matcher(applicationsFilter, search),
  );
  return [
    ...inquiries.map((row) => ({
      kind: 'inquiry' as const,
      title: row.company_name,
      detail: detailOf(row.contact_person, row.reference, inquiryStatusNames[row.status]),
      path: `/inquiries?inquiry=${row.id}`,
    })),
    ...applications.map((row) => ({
      kind: 'application' as const,
      title: applicantName(row),
      detail: detailOf(jobName(row), referenceOf(row), stageNames[row.stage]),
      path: `/applications?application=${row.id}`,
    })),
  ];
}

async function findJobs({ ctx, user, q }: Search): Promise<Found[]> {
  const list = listJobs(ctx, user.role === 'admin' ? 'all' : 'open');
  const jobs = await newestMatches(list, (job) => {
    const { position, location, department } = inOwnLanguage(job);
    return matches(q, [position, location, departmentName(department)].join('\n'));
  });
  return jobs.map(inOwnLanguage).map(({ id, position, location, department, closedOn }) => ({
    kind: 'job',
    title: position,
    detail: detailOf(location, departmentName(department), closedOn === null ? '' : 'Closed'),
    path: `/PortalJobs?job=${id}`,
  }));
}

const pagesOf = { training: '/TrainingFiles', settlements: '/Settlements', reports: '/Reports' };

/** Files of all kinds, the newest first. `names` are of the people that the reader sees. */
async function findDocuments(search: Search, names: ReadonlyMap<number, string>): Promise<Found[]> {
  const { ctx, user, q } = search;
  const isNamed = matcher(documentsFilter, search);
  const namesOf = (ids: readonly number[]) => ids.map((id) => names.get(id) ?? '');
  const found: { at: string; document: Found }[] = [];
  for (const kind of documentKinds) {
    const documents = await newestMatches(
      listDocuments(ctx, user, { kind, ...undelivered }),
      (row) => isNamed({ ...inOwnLanguage(row), assigned_users: namesOf(row.assigned_user_ids) }),
    );
    for (const row of documents.map(inOwnLanguage)) {
      const people = row.assigned_user_ids.length > maxNamed ? [] : namesOf(row.assigned_user_ids);
      const detail = detailOf(receipts.kinds[kind], periodText(row), ...people);
      const path = `${pagesOf[kind]}?file=${row.file_id}`;
      const document = { kind: 'document' as const, title: row.file_name, detail, path };
      found.push({ at: row.uploaded_at, document });
    }
  }
  const assignments = await newestMatches(listAssignments(ctx, user, undelivered), (row) =>
    matches(q, `${row.file_name} ${names.get(row.user_id) ?? ''}`),
  );
  for (const { file_id, file_name, user_id, upload_date } of assignments) {
    const name = names.get(user_id) ?? '';
    const path =
      user.role === 'admin'
        ? `/AdminFiles?${new URLSearchParams({ q: name })}`
        : `/EmployeeFiles?file=${file_id}`;
    const detail = detailOf(receipts.kinds['employee-files'], name);
    found.push({ at: upload_date, document: { kind: 'document', title: file_name, detail, path } });
  }
  return found
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, maxFound)
    .map(({ document }) => document);
}

/** A description as a title. */
const titleOf = (text: string) =>
  text.length > maxTitle ? `${text.slice(0, maxTitle - 1)}…` : text;

/** Claims, and damages without one among them. */
async function findDamages(search: Search): Promise<Found[]> {
  const { ctx, user } = search;
  const claims = await newestMatches(listClaims(ctx, user, {}), matcher(claimsFilter, search));
  const damages = await newestMatches(listDamages(ctx, user, {}), matcher(damagesFilter, search));
  const claimed = new Set(claims.map(({ damage_id }) => damage_id));
  const about = (row: { damage_id: number; damage_date: string; driver_name: string }) =>
    [`#${row.damage_id}`, usCalendarDay(row.damage_date), row.driver_name] as const;
  return [
    ...claims.map((row) => ({
      kind: 'claim' as const,
      title: codeText(row.damage_code) || titleOf(row.damage_description),
      detail: detailOf(...about(row), row.customer, claimMessages.statuses[row.status]),
      path: `/claims?damage=${row.damage_id}`,
    })),
    ...damages
      .filter(({ damage_id }) => !claimed.has(damage_id))
      .map((row) => ({
        kind: 'damage' as const,
        title: titleOf(row.damage_description),
        detail: detailOf(...about(row), dollars(row.damage_amount)),
        path: `/damages?damage=${row.damage_id}`,
      })),
  ];
}

/** What the user may see and the search finds, kind by kind. */
export async function searchPortal(ctx: AppContext, user: AuthUser, q: string): Promise<Found[]> {
  const search = { ctx, user, q };
  const isAdmin = user.role === 'admin';
  const users = isAdmin ? await allUsers(ctx.db, ctx.now()) : [];
  const names = new Map(users.map((one) => [one.user_id, personName(one)]));
  return [
    ...findPeople(search, users),
    ...(isAdmin ? await findOfOffice(search) : []),
    ...(await findJobs(search)),
    ...(await findDocuments(search, names)),
    ...(await findDamages(search)),
  ];
}
