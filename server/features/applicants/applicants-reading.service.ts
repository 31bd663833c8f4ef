/** Where an application stands, for its sender and for the office. */
import type * as contract from '#contract/application-status.ts';
import type {
  ApplicantStage,
  ApplicationStatus,
  MissingItem,
} from '#contract/application-status.ts';
import { missingParts, parseHistory } from '#contract/driver-history.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { today } from '#contract/rules/dates.ts';
import type { ReplyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { ApplicationStage } from '../../database/tables/applications.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { deadLink, notFound } from '../../platform/runtime/errors.ts';
import { selectDocuments } from '../applications/applications.service.ts';
import { selectSpanishPosition } from '../jobs/jobs.service.ts';
import { findLinked } from '../status-links/status-links.service.ts';
import { selectFollowed } from './applicants.queries.ts';

const stages: Readonly<Record<ApplicationStage, ApplicantStage>> = {
  new: 'received',
  reviewed: 'in_review',
  interview: 'interview',
  offer: 'offer',
  hired: 'closed',
  declined: 'closed',
  withdrawn: 'withdrawn',
};

/** Whether nothing can be sent anymore. */
export const isEnded = (stage: ApplicationStage) => /^(closed|withdrawn)$/.test(stages[stage]);

type Followed = NonNullable<Awaited<ReturnType<typeof selectFollowed>>>;

/** The application of a live link; the same 404 for every other code. */
export async function findApplication(db: Db, code: string, now: Date): Promise<Followed> {
  const id = await findLinked(db, 'application_id', code, now);
  const found = id === undefined ? undefined : await selectFollowed(db, id);
  if (!found) throw deadLink(messages.linkDead);
  return found;
}

function missingOf(row: Followed, documents: number, now: Date): MissingItem[] {
  if (isEnded(row.stage)) return [];
  const hasCdl = row.has_cdl_license === 1;
  const history = parseHistory(row.driver_history);
  return [
    ...(row.resume_path === null && documents === 0 ? (['resume'] as const) : []),
    ...(hasCdl && row.cdl_license_number === '' ? (['cdl_license_number'] as const) : []),
    ...(hasCdl && row.cdl_expiration_date === null ? (['cdl_expiration_date'] as const) : []),
    // Only drivers need the record.
    ...(hasCdl || history ? missingParts(history, hasCdl, today(now)) : []),
  ];
}

/** Where an application stands, for its sender. */
export async function getStatus(ctx: AppContext, code: string): Promise<ApplicationStatus> {
  const now = ctx.now();
  const row = await findApplication(ctx.db, code, now);
  const documents = await selectDocuments(ctx.db, [row.id]);
  const position_es = await selectSpanishPosition(ctx.db, row);
  return {
    reference: `A-${row.id}`,
    position: row.position,
    ...(position_es && { position_es }),
    stage: stages[row.stage],
    created_at: row.created_at,
    missing: missingOf(row, documents.length, now),
    first_name: row.first_name,
    hired: row.stage === 'hired' ? 1 : 0,
  };
}

/** The driving record as far as it was sent. */
export async function getHistory(
  ctx: AppContext,
  code: string,
): Promise<ReplyOf<typeof contract.getDriverHistory>> {
  const row = await findApplication(ctx.db, code, ctx.now());
  return {
    driver_history: parseHistory(row.driver_history),
    has_cdl_license: row.has_cdl_license === 1 ? 1 : 0,
  };
}

/** What the office sees beside the application: documents and the driving record; 404 when it doesn't exist. */
export async function getApplicationFile(
  { db }: AppContext,
  id: number,
): Promise<ReplyOf<typeof contract.getApplicationFile>> {
  const row = await selectFollowed(db, id);
  if (!row) throw notFound();
  const documents = await selectDocuments(db, [id]);
  return {
    documents: documents.map(({ id: documentId, object_key, original_name, created_at }) => ({
      ...{ id: documentId, file_path: object_key, name: original_name, created_at },
    })),
    driver_history: parseHistory(row.driver_history),
  };
}
