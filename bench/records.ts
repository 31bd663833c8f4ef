/** Records that grow with the years: applications, documents and the audit log. */
import { createHash } from 'node:crypto';
import type { OpenDatabase } from '#server/database/open.ts';
import { analyze, insertRows } from './filling.ts';

/** Records that the office or their readers haven't opened yet: as many in a large company as in a small one. */
const backlog = 100;
const minutes = 60_000;

/** The instant of the n-th of `count` records that came in at that pace, the last of them now. */
function instants(count: number, paceMs: number): (n: number) => string {
  const end = Date.now();
  return (n) => new Date(end - (count - n) * paceMs).toISOString();
}

/** Applications with two work experiences and two references each, of the last 23 months. */
export async function fillApplications(database: OpenDatabase, count: number): Promise<void> {
  const instantOf = instants(count, 10 * minutes);
  await insertRows(database, 'applications', count, (n) => ({
    created_at: instantOf(n),
    position: 'Car hauler',
    first_name: 'Robin',
    middle_initial: 'N/A',
    last_name: `Walker ${n}`,
    phone: `904-${String(n).padStart(7, '5')}`,
    email: `robin${n}@example.com`,
    street_address: `${n} Harbor Street`,
    city: 'Jacksonville',
    state: 'FL',
    zipcode: '32202',
    gender: 'Decline',
    race: 'Decline to self-identify',
    has_cdl_license: 1,
    cdl_license_number: `W${n}`,
    cdl_license_state: 'FL',
    has_dot_card: 1,
    can_pass_dot_drug_test: 1,
    manual_transmission_endorsement: 1,
    car_hauling_experience_years: n % 20,
    is_over_25: 1,
    has_driver_license: 1,
    has_manual_transmission_experience: 1,
    authorized_to_work_us: 1,
    requires_sponsorship: 0,
    certification: 1,
    opened_at: n <= count - backlog ? instantOf(n) : null,
    opened_by: n <= count - backlog ? 1 : null,
  }));
  await insertRows(database, 'work_experiences', 2 * count, (n) => ({
    application_id: Math.ceil(n / 2),
    company: `Carrier ${n % 2}`,
    position: 'Driver',
    from_date: '2019-03-01',
    to_date: '2023-08-31',
    is_current: 0,
    description: 'Hauled nine cars at a time along the coast, loaded and tied them down myself.',
  }));
  await insertRows(database, 'work_references', 2 * count, (n) => ({
    application_id: Math.ceil(n / 2),
    first_name: 'Jo',
    last_name: `Miller ${n % 2}`,
    phone: '904-555-0177',
    email: 'jo@example.com',
    relationship: 'Dispatcher',
  }));
}

const kinds = ['training', 'settlements', 'reports', 'employee-files'] as const;
const readersOf = 2;

const kindOf = (n: number) => kinds[n % kinds.length] ?? kinds[0];

/** The key of the n-th document's file, which isn't stored. */
export const documentKey = (n: number): string =>
  `${kindOf(n)}/0f8fad5b-d9cb-469f-a165-${708_670_000_000 + n}.pdf`;

/** Documents of four kinds, each assigned to two of the users from 2 on, who have opened all but the newest. */
export async function fillDocuments(
  database: OpenDatabase,
  count: number,
  people: number,
): Promise<void> {
  const instantOf = instants(count, 10 * minutes);
  const fileOf = (n: number) => ({
    key: documentKey(n),
    sha256: createHash('sha256').update(`${n}`).digest('hex'),
    size: 50_000 + n,
    name: `Week ${n}.pdf`,
  });
  const readerOf = (n: number, which: number) =>
    ((Math.floor(n / kinds.length) * 7 + which * 97) % people) + 2;
  const isOpened = (n: number) => n <= count - backlog;
  await insertRows(database, 'objects', count, (n) => {
    const { key, sha256, size, name } = fileOf(n);
    const type = { kind: 'pdf', media_type: 'application/pdf' };
    return { key, ...type, size, sha256, original_name: name, created_at: instantOf(n) };
  });
  await insertRows(database, 'documents', count, (n) => ({
    kind: kindOf(n),
    file_name: fileOf(n).name,
    object_key: fileOf(n).key,
    acknowledge: n % 2,
    uploaded_by: 1,
    uploaded_at: instantOf(n),
    content_kind: 'pdf',
    size: fileOf(n).size,
    user_ids: `${readerOf(n, 0)},${readerOf(n, 1)}`,
    assigned_count: readersOf,
    opened_count: isOpened(n) ? readersOf : 0,
    acknowledged_count: isOpened(n) ? readersOf : 0,
  }));
  await insertRows(database, 'document_revisions', count, (n) => {
    const { sha256, size, name } = fileOf(n);
    const read = {
      net_pay_cents: n % 4 === 1 ? 100_000 + n : null,
      page_read_at: instantOf(n),
      period_read_at: instantOf(n),
    };
    const file = { sha256, size, original_name: name, uploaded_at: instantOf(n) };
    return { file_id: n, revision: 1, ...file, ...read };
  });
  const assigned = (row: number) => {
    const n = Math.ceil(row / readersOf);
    return { n, userId: readerOf(n, row % readersOf) };
  };
  await insertRows(database, 'document_assignments', readersOf * count, (row) => {
    const { n, userId } = assigned(row);
    const seen = isOpened(n) ? 1 : 0;
    const state = { opened: seen, acknowledged: seen, missing: 1 - seen };
    return { file_id: n, user_id: userId, assigned_at: instantOf(n), ...state };
  });
  await insertRows(database, 'document_receipts', readersOf * count, (row) => {
    const { n, userId } = assigned(row);
    const seen = isOpened(n) ? instantOf(n) : null;
    const receipt = { delivered_at: instantOf(n), opened_at: seen, acknowledged_at: seen };
    return { file_id: n, revision: 1, user_id: userId, ...receipt };
  });
  await analyze(database);
}

const events = [
  ['file.open', 'file'],
  ['document.deliver', 'document'],
  ['session.create', 'session'],
  ['damage.update', 'damage'],
  ['list.read', 'list'],
] as const;

/** Audit entries of the last year by all people. */
export async function fillAudit(
  database: OpenDatabase,
  count: number,
  people: number,
): Promise<void> {
  const instantOf = instants(count, minutes / 2);
  await insertRows(database, 'audit', count, (n) => {
    const [action = '', kind = ''] = events[n % events.length] ?? [];
    const label = kind === 'file' ? `Week ${n}.pdf` : `Record ${n}`;
    const names = { target_id: String(n % 50_000), label, label_folded: label.toLowerCase() };
    const by = { user_id: (n % people) + 2, ip: `198.51.100.${n % 250}` };
    return { at: instantOf(n), action, target_kind: kind, ...names, ...by, detail: '{"page":1}' };
  });
  await analyze(database);
}
