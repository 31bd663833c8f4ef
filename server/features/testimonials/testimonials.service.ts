import type { BodyOf } from '#contract/endpoint.ts';
import { testimonials as messages } from '#contract/messages/testimonials.ts';
import { badgesEvent } from '#contract/portal.ts';
import type * as contract from '#contract/testimonials.ts';
import {
  type Approved,
  type Testimonial,
  type TestimonialStatus,
  testimonialsEvent,
} from '#contract/testimonials.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Cursor, pageOf } from '../../platform/cursor.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  type Write,
  writeTransaction,
} from '../../platform/writes.ts';
import { getInquiryForUpdate } from '../inquiries/inquiries.service.ts';
import {
  countWaiting,
  deleteTestimonialRow,
  selectApproved,
  selectTestimonialForUpdate,
  selectTestimonials,
  type TestimonialRow,
  updateTestimonialRow,
} from './testimonials.queries.ts';

function toDto({ decider, ...row }: TestimonialRow): Testimonial {
  return { ...row, decided_by: decider };
}

/** Counts testimonials to approve. */
export async function testimonialsToApprove(db: Db): Promise<number> {
  return countWaiting(db);
}

/** Lists testimonials and open links, newest first. */
export async function listTestimonials(
  db: Db,
  limit: number | undefined,
  before: Cursor | null,
): Promise<{ testimonials: Testimonial[]; next: string | null }> {
  const found = await selectTestimonials(db, limit && limit + 1, before);
  const { rows, next } = pageOf(found, limit, (row) => ({ at: row.invited_at, id: row.id }));
  return { testimonials: rows.map(toDto), next };
}

/** Lists approved testimonials for the home page, in the order of their approval. */
export async function listApproved(db: Db): Promise<Approved[]> {
  return selectApproved(db);
}

function messageFor(before: TestimonialStatus, after: TestimonialStatus): string {
  if (before === after) return messages.updated;
  if (after === 'approved') return messages.approved;
  if (before === 'approved') return messages.takenBack;
  return after === 'declined' ? messages.declined : messages.updated;
}

/** Updates open pages, and the home page when it shows the testimonial. */
function publishChange({ publish, invalidateCache }: Write, isPublic: boolean): void {
  if (isPublic) invalidateCache();
  publish('admins', testimonialsEvent);
  publish('admins', badgesEvent);
}

/** Edits, approves or declines a testimonial; 409 with the current one when the version is stale. */
export async function updateTestimonial(
  ctx: AppContext,
  id: number,
  { version, ...fields }: BodyOf<typeof contract.updateTestimonial>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit } = write;
    const before = await currentRow(await selectTestimonialForUpdate(tx, id), version, toDto);
    if (before.status === 'invited') throw conflict(messages.notWritten);
    const change = changedColumns(before, fields);
    const status = change.status ?? before.status;
    publishChange(write, before.status === 'approved' || status === 'approved');
    const reply = { message: messageFor(before.status, status) };
    if (Object.keys(change).length === 0) return reply;
    const isDecided = status !== before.status && status !== 'waiting';
    await updateTestimonialRow(tx, id, {
      ...change,
      ...(isDecided && { decided_by: actor.userId, decided_at: now.toISOString() }),
    });
    await audit({
      action: 'testimonial.update',
      target: { kind: 'testimonial', id, label: `${before.client}, ${before.company}` },
      detail: { before: before.status, after: status, changed: Object.keys(change) },
    });
    return reply;
  });
}

/** Withdraws an unused link, or deletes a testimonial; 404 when there is none. */
export async function deleteTestimonial(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const removed = await deleteTestimonialRow(write.tx, id);
    if (!removed) throw notFound();
    const { client, company, status, inquiry_id } = removed;
    const inquiry = await getInquiryForUpdate(write.tx, inquiry_id);
    const label = client
      ? `${client}, ${company}`
      : `${inquiry.contact_person}, ${inquiry.company_name}`;
    await write.audit({
      action: status === 'invited' ? 'testimonial.revoke' : 'testimonial.delete',
      target: { kind: 'testimonial', id, label },
      detail: { status, inquiry_id },
    });
    publishChange(write, status === 'approved');
    return { message: status === 'invited' ? messages.linkTakenBack : messages.deleted };
  });
}
