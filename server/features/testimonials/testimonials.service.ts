import { createHash, randomBytes } from 'node:crypto';
import { inquiryEvents } from '#contract/messages/inquiry-office.ts';
import { testimonialOffice as office } from '#contract/messages/testimonial-office.ts';
import { testimonials as messages } from '#contract/messages/testimonials.ts';
import { badgesEvent } from '#contract/portal.ts';
import * as contract from '#contract/testimonials.ts';
import {
  linkDays,
  type Testimonial,
  type TestimonialStatus,
  testimonialsEvent,
} from '#contract/testimonials.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { urlIn } from '#contract/wire/page-languages.ts';
import { deleteRecord, updateRecord } from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { conflict, deadLink, notFound } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  type Visitor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { getInquiryForUpdate } from '../inquiries/inquiries.service.ts';
import { recordEvent } from '../inquiries/inquiry-events.service.ts';
import { notify, withdraw } from '../notifications/notifications.service.ts';
import { invitationMail } from './testimonials.mails.ts';
import {
  deleteUnused,
  findLive,
  insertLink,
  selectTestimonialForUpdate,
  selectTestimonials,
  type TestimonialRow,
  useLink,
} from './testimonials.queries.ts';

export { countWaitingTestimonials, listApproved } from './testimonials.queries.ts';

function toDto({ decider, ...row }: TestimonialRow): Testimonial {
  return { ...row, decided_by: decider };
}

/** Testimonials and open links, newest first. */
export function listTestimonials({ db }: Pick<AppContext, 'db'>): ReadPage<Testimonial> {
  return async (before, limit) => {
    const testimonials = (await selectTestimonials(db, before, limit)).map(toDto);
    return pageOf(testimonials, limit, ({ invited_at, id }) => ({ at: invited_at, id }));
  };
}

function messageFor(before: TestimonialStatus, after: TestimonialStatus): string {
  if (before === after) return office.updated;
  if (after === 'approved') return office.approved;
  if (before === 'approved') return office.withdrawn;
  return after === 'declined' ? office.declined : office.updated;
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
    if (before.status === 'invited') throw conflict(office.notWritten);
    const change = changedColumns(before, fields);
    const status = change.status ?? before.status;
    publishChange(write, before.status === 'approved' || status === 'approved');
    const reply = { message: messageFor(before.status, status) };
    if (Object.keys(change).length === 0) return reply;
    const isDecided = status !== before.status && status !== 'waiting';
    await updateRecord(tx, 'testimonials', id, {
      ...change,
      ...(isDecided && { decided_by: actor.userId, decided_at: now.toISOString() }),
    });
    await audit({
      action: 'testimonial.update',
      target: { kind: 'testimonial', id, label: `${before.client}, ${before.company}` },
      detail: {
        ...(status !== before.status && { before: before.status, after: status }),
        changed: Object.keys(change),
      },
    });
    return reply;
  });
}

/** Revokes an unused link, or deletes a testimonial; 404 when it doesn't exist. */
export async function deleteTestimonial(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const removed = await deleteRecord(write.tx, 'testimonials', id);
    if (!removed) throw notFound();
    await withdraw(write, [linkOf(id)]);
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
    return { message: status === 'invited' ? office.linkRevoked : office.deleted };
  });
}

/** Testimonials have no page of their own. */
const linkOf = (id: number) => `/portal?testimonial=${id}`;

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/**
 * Creates a one-time link for the sender of a won inquiry and mails it, once per Idempotency-Key; replaces an earlier
 * unused link. Another call sends a new link, because only the hash of the earlier code is stored. The mail says that
 * the newest link works.
 */
export async function inviteClient(
  ctx: AppContext,
  inquiryId: number,
  actor: Actor,
  key?: string,
): Promise<{ message: string; id: number; url: string; expires_at: string }> {
  const urlOf = (code: string) => `${ctx.config.publicUrl}/testimonial/${code}`;
  // Replies that were stored before links had languages have none.
  const {
    encryptedCode,
    language = 'en',
    ...reply
  } = await writeTransaction(
    ctx,
    actor,
    async (write) => {
      const { tx, now, audit, publish, afterCommit } = write;
      const code = randomBytes(32).toString('base64url');
      const url = urlOf(code);
      const expires = new Date(now.getTime() + linkDays * 86_400_000);
      // Locked, so that the second of two concurrent calls replaces the link of the first.
      const inquiry = await getInquiryForUpdate(tx, inquiryId);
      if (inquiry.status !== 'won') throw conflict(office.notWon);
      const replaced = await deleteUnused(tx, inquiryId);
      await withdraw(write, replaced.map(linkOf));
      const id = await insertLink(tx, {
        inquiry_id: inquiryId,
        code_hash: hashOf(code),
        email: inquiry.email_address,
        invited_by: actor.userId,
        invited_at: now.toISOString(),
        expires_at: expires.toISOString(),
      });
      const mail = inLanguage(inquiry.language, () =>
        invitationMail(inquiry, { url, expires }, ctx.config.officeEmail),
      );
      await ctx.mailer.enqueue(tx, [{ ...mail, link: linkOf(id) }]);
      const text = inquiryEvents.testimonial(inquiry.email_address);
      const event = { kind: 'mail', text, author_id: actor.userId };
      await recordEvent({ tx, now }, inquiryId, event);
      const label = `${inquiry.contact_person}, ${inquiry.company_name}`;
      await audit({
        action: 'testimonial.invite',
        target: { kind: 'testimonial', id, label },
        detail: { inquiry: inquiry.reference, replaced: replaced.length > 0 },
      });
      afterCommit(() => ctx.mailer.wake());
      publish('admins', testimonialsEvent);
      const encryptedCode = ctx.tokens.encryptCode(code, `testimonial ${inquiryId}`);
      const { language } = inquiry;
      const reply = { message: office.invited, id, expires_at: expires.toISOString() };
      return { ...reply, encryptedCode, language };
    },
    { endpoint: contract.inviteClient, key, body: { inquiryId } },
  );
  const url = urlOf(ctx.tokens.decryptCode(encryptedCode, `testimonial ${inquiryId}`));
  return { ...reply, url: urlIn(language, url) };
}

/** Returns the client that a link was sent to; the same 404 for every invalid link. */
export async function openInvitation(
  ctx: AppContext,
  code: string,
): Promise<{ client: string; company: string }> {
  const found = await findLive(ctx.db, hashOf(code), ctx.now().toISOString());
  if (!found) throw deadLink(messages.linkDead);
  return { client: found.contact_person, company: found.company_name };
}

/** Stores a client's testimonial, uses up the link and notifies the admins, once per Idempotency-Key. */
export async function writeTestimonial(
  ctx: AppContext,
  code: string,
  body: BodyOf<typeof contract.writeTestimonial>,
  visitor: Visitor,
  key: string | undefined,
): Promise<{ message: string }> {
  const hash = hashOf(code);
  const endpoint = contract.writeTestimonial;
  return writeTransaction(
    ctx,
    visitor,
    async (write) => {
      const { tx, now, audit, publish } = write;
      const used = await useLink(tx, hash, body, now.toISOString());
      if (!used) throw deadLink(messages.linkDead);
      const label = `${body.client}, ${body.company}`;
      await audit({
        action: 'testimonial.write',
        target: { kind: 'testimonial', id: used.id, label },
      });
      const message = office.notice(body.client, body.company);
      // No sender: a client has no account.
      await notify(ctx, write, null, [
        { kind: 'testimonial', message, link: linkOf(used.id), recipients: 'admins' },
      ]);
      publish('admins', badgesEvent);
      publish('admins', testimonialsEvent);
      return { message: messages.written };
    },
    { endpoint, key, body: { ...body, hash } },
  );
}
