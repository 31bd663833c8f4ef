import type { BodyOf } from '#contract/endpoint.ts';
import { general } from '#contract/messages/general.ts';
import { testimonials as say } from '#contract/messages/testimonials.ts';
import { badgesEvent } from '#contract/portal.ts';
import {
  type Approved,
  type Testimonial,
  type TestimonialStatus,
  testimonialsEvent,
  type updateTestimonial as updateEndpoint,
} from '#contract/testimonials.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import { type Cursor, pageOf } from '../../platform/cursor.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import {
  changeTestimonial,
  countWaiting,
  lockTestimonial,
  removeTestimonial,
  selectApproved,
  selectTestimonials,
  type TestimonialRow,
} from './testimonials.queries.ts';

interface Actor {
  userId: number;
  ip: string;
}

function present({ decider, ...row }: TestimonialRow): Testimonial {
  return { ...row, decided_by: decider };
}

/** How many testimonials wait for an admin's word. */
export async function testimonialsToApprove(db: Db): Promise<number> {
  return countWaiting(db);
}

/** Every testimonial and every link that is out, newest first. */
export async function readTestimonials(
  db: Db,
  limit: number | undefined,
  before: Cursor | null,
): Promise<{ testimonials: Testimonial[]; next: string | null }> {
  const found = await selectTestimonials(db, limit && limit + 1, before);
  const { rows, next } = pageOf(found, limit, (row) => ({ at: row.invited_at, id: row.id }));
  return { testimonials: rows.map(present), next };
}

/** What the home page shows after its own: the approved ones, in the order of their approval. */
export async function readApproved(db: Db): Promise<Approved[]> {
  return selectApproved(db);
}

/** What a change came to, in words. */
function sentenceFor(before: TestimonialStatus, after: TestimonialStatus): string {
  if (before === after) return say.updated;
  if (after === 'approved') return say.approved;
  if (before === 'approved') return say.takenBack;
  return after === 'declined' ? say.declined : say.updated;
}

/** After a commit: pages ask again, and what visitors see is made anew when it has changed. */
function tell(ground: Ground, isPublic: boolean): void {
  if (isPublic) ground.kept.forget();
  ground.realtime.toAdmins(testimonialsEvent);
  ground.realtime.toAdmins(badgesEvent);
}

/** Edits and judges what was written; a stale version is 409 with the testimonial as it is now. */
export async function reviseTestimonial(
  ground: Ground,
  id: number,
  { version, ...change }: BodyOf<typeof updateEndpoint>,
  by: Actor,
): Promise<{ message: string }> {
  const now = ground.now();
  const { before, after } = await ground.db.transaction().execute(async (tx) => {
    const row = await lockTestimonial(tx, id);
    if (!row) throw notFound();
    if (version && version !== row.version) throw conflict(general.stale, present(row));
    if (row.status === 'invited') throw conflict(say.notWritten);
    const changed = Object.entries(change).filter(
      ([name, value]) => value !== undefined && row[name as keyof TestimonialRow] !== value,
    );
    const status = change.status ?? row.status;
    if (changed.length === 0) return { before: row.status, after: status };
    const judged = status !== row.status && status !== 'waiting';
    await changeTestimonial(tx, id, {
      ...Object.fromEntries(changed),
      ...(judged && { decided_by: by.userId, decided_at: now.toISOString() }),
    });
    await recordAudit(tx, now, {
      ...by,
      action: 'testimonial.update',
      target: { kind: 'testimonial', id },
      detail: { before: row.status, after: status, changed: changed.map(([name]) => name) },
    });
    return { before: row.status, after: status };
  });
  tell(ground, before === 'approved' || after === 'approved');
  return { message: sentenceFor(before, after) };
}

/** Takes a link back that was not used, or deletes what was written; 404 when it is gone. */
export async function dropTestimonial(
  ground: Ground,
  id: number,
  by: Actor,
): Promise<{ message: string }> {
  const { status } = await ground.db.transaction().execute(async (tx) => {
    const removed = await removeTestimonial(tx, id);
    if (!removed) throw notFound();
    await recordAudit(tx, ground.now(), {
      ...by,
      action: removed.status === 'invited' ? 'testimonial.revoke' : 'testimonial.delete',
      target: { kind: 'testimonial', id },
      detail: { status: removed.status, inquiry_id: removed.inquiry_id },
    });
    return removed;
  });
  tell(ground, status === 'approved');
  return { message: status === 'invited' ? say.linkTakenBack : say.deleted };
}
