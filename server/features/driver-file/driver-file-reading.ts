import { isDriverPosition } from '#contract/company/driver-file-kinds.ts';
import {
  type DriverDocument,
  type DriverFile,
  type DriverFileItem,
  type ExpiredDriver,
  type listDriverFile as listEndpoint,
  statusOn,
} from '#contract/driver-file.ts';
import { type DriverFileKind, driverFileKinds, sentKind } from '#contract/driver-file-kinds.ts';
import { driverFile as messages } from '#contract/messages/driver-file.ts';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { QueryOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import {
  type DocumentRow,
  type ItemDocument,
  type Owner,
  selectDrivers,
  selectExpired,
  selectHistory,
  selectItemDocuments,
} from './driver-file.queries.ts';

type Deps = Pick<AppContext, 'db' | 'now'>;

/** Few enough to block other requests for milliseconds only. */
const peoplePerQuery = 50;
export type Reader = Pick<AuthUser, 'userId' | 'role'>;

export interface ItemKey {
  employee_id: number;
  kind: DriverFileKind;
}

type Cdl = Pick<DriverFileItem, 'cdl_class' | 'cdl_endorsements' | 'cdl_number' | 'cdl_state'>;

/** What an item shows of a document. */
function shownOf(row: DocumentRow) {
  const { document_id, issued_on, expires_on, object_key: file_path, uploaded_at } = row;
  const { cdl_class, cdl_endorsements, cdl_number, cdl_state } = row;
  const cdl = { cdl_class, cdl_endorsements, cdl_number, cdl_state } as Cdl;
  return { document_id, issued_on, expires_on, ...cdl, file_path, uploaded_at };
}

const nothing = {
  ...{ document_id: null, issued_on: null, expires_on: null, file_path: null, uploaded_at: null },
  ...({ cdl_class: '', cdl_endorsements: '', cdl_number: '', cdl_state: '' } as const),
};

/** The checked document of an item, and the upload that waits for its check. */
export function partsOf(documents: readonly ItemDocument[]) {
  const inState = (state: string) => documents.find((document) => document.state === state);
  return { current: inState('current'), waiting: inState('waiting'), refused: inState('refused') };
}

/** An item on a day of the company's calendar, from its documents without past ones. */
export function itemOf(
  kind: DriverFileKind,
  documents: readonly ItemDocument[],
  day: string,
): DriverFileItem {
  const { current, waiting, refused } = partsOf(documents);
  const shown = current ?? waiting;
  const status = shown ? statusOn(day, shown.expires_on) : 'missing';
  return {
    kind,
    // Nobody knows what an unchecked one is.
    status: status === 'ok' && !current ? 'missing' : status,
    ...(shown ? shownOf(shown) : nothing),
    checked_by: current ? (current.checker ?? '') : null,
    waiting: current && waiting ? shownOf(waiting) : null,
    refused: refused?.reason ?? null,
    version: Math.max(1, ...documents.map(({ version }) => version)),
  };
}

const ownerOf = ({ userId, role }: Reader, employeeId: number | undefined): Owner =>
  role === 'admin' ? { employeeId } : { userId };

/** Driver files by name, in parts: for admins of all or one employee, for employees their own. */
export async function* listDriverFiles(
  { db, now }: Deps,
  user: Reader,
  { employee_id: employeeId }: QueryOf<typeof listEndpoint>,
): AsyncGenerator<DriverFile[], undefined> {
  const drivers = await selectDrivers(db, ownerOf(user, employeeId));
  const day = today(now());
  for (let from = 0; from < drivers.length; from += peoplePerQuery) {
    const some = drivers.slice(from, from + peoplePerQuery);
    const ids = some.map(({ employee_id }) => employee_id);
    const documents = await selectItemDocuments(db, ids);
    const byPerson = Map.groupBy(documents, (row) => row.employee_id);
    yield some.map((driver) => {
      const byKind = Map.groupBy(byPerson.get(driver.employee_id) ?? [], (row) => row.kind);
      return {
        employee_id: driver.employee_id,
        employee_name: personName(driver),
        department: driver.department,
        is_driver: isDriverPosition(driver.position) ? (1 as const) : (0 as const),
        items: driverFileKinds
          .filter(({ kind }) => kind !== sentKind || byKind.has(kind))
          .map(({ kind }) => itemOf(kind, byKind.get(kind) ?? [], day)),
      };
    });
  }
}

/** Throws 404 unless the employee's account is open and the user may see their file. */
export async function requireDriver(db: Db, user: Reader, employeeId: number): Promise<void> {
  const [driver] = await selectDrivers(db, { employeeId });
  const isVisible = driver && (user.role === 'admin' || driver.user_id === user.userId);
  if (!isVisible) throw notFound(messages.notFound);
}

/** Every document of an item, newest first. */
export async function listDriverDocuments(
  db: Db,
  user: Reader,
  { employee_id, kind }: ItemKey,
): Promise<DriverDocument[]> {
  await requireDriver(db, user, employee_id);
  return (await selectHistory(db, employee_id, kind)).map((row) => ({
    ...shownOf(row),
    file_name: row.original_name,
    state: row.state,
    reason: row.reason,
    uploaded_by: row.sender,
    checked_by: row.checker,
    checked_at: row.checked_at,
  }));
}

/** Employees with an expired document. */
export async function listExpired({ db, now }: Deps): Promise<ExpiredDriver[]> {
  const order = driverFileKinds.map(({ kind }) => kind);
  const rows = Map.groupBy(
    await selectExpired(db, dayAfter(today(now()), -1)),
    (row) => row.employee_id,
  );
  return [...rows.values()].flatMap((documents) => {
    const kinds = order.filter((kind) => documents.some((row) => row.kind === kind));
    const [first] = documents;
    if (!first) return [];
    const { employee_id, email_key } = first;
    return { employee_id, employee_name: personName(first), email: email_key ?? '', kinds };
  });
}
