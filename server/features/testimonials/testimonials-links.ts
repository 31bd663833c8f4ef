import { createHash, randomBytes } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import { testimonials as say } from '#contract/messages/testimonials.ts';
import { badgesEvent } from '#contract/portal.ts';
import {
  linkDays,
  testimonialsEvent,
  writeTestimonial as writeEndpoint,
} from '#contract/testimonials.ts';
import { recordAudit } from '../../platform/audit.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { once } from '../../platform/replays.ts';
import { holdInquiry } from '../inquiries/inquiries.service.ts';
import { notify, tellNotice } from '../notifications/notifications.service.ts';
import { openAdmins } from '../users/users.service.ts';
import { invitationMail } from './testimonials.mails.ts';
import { deleteUnused, findLive, insertLink, useLink } from './testimonials.queries.ts';

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/**
 * Makes a one-time link for the sender of a won inquiry and mails it; an earlier unused one dies.
 * Each press makes a link and a mail of its own: what the last one answered must be in the client's inbox, and
 * the code of the one before is known to nobody here any more. The mail says that the newest link works.
 */
export async function inviteClient(
  ground: Ground,
  inquiryId: number,
  by: { userId: number; ip: string },
): Promise<{ message: string; id: number; url: string; expires_at: string }> {
  const code = randomBytes(32).toString('base64url');
  const url = `${ground.config.publicUrl}/testimonial/${code}`;
  const now = ground.now();
  const expires = new Date(now.getTime() + linkDays * 86_400_000);
  const id = await ground.db.transaction().execute(async (tx) => {
    // Held: of two who ask at once the second finds the link of the first, and takes it away.
    const inquiry = await holdInquiry(tx, inquiryId);
    if (inquiry.status !== 'won') throw conflict(say.notWon);
    const replaced = await deleteUnused(tx, inquiryId);
    const made = await insertLink(tx, {
      inquiry_id: inquiryId,
      code_hash: hashOf(code),
      email: inquiry.email_address,
      invited_by: by.userId,
      invited_at: now.toISOString(),
      expires_at: expires.toISOString(),
    });
    const mail = invitationMail(inquiry, { url, expires }, ground.config.officeEmail);
    await ground.mailer.enqueue(tx, [mail]);
    await recordAudit(tx, now, {
      ...by,
      action: 'testimonial.invite',
      target: { kind: 'testimonial', id: made },
      detail: { inquiry: inquiry.reference, replaced: replaced > 0 },
    });
    return made;
  });
  ground.mailer.nudge();
  ground.realtime.toAdmins(testimonialsEvent);
  return { message: say.invited, id, url, expires_at: expires.toISOString() };
}

/** Whom a link asks; one 404 for every link that does not work, whatever the reason. */
export async function openInvitation(
  ground: Ground,
  code: string,
): Promise<{ client: string; company: string }> {
  const found = await findLive(ground.db, hashOf(code), ground.now().toISOString());
  if (!found) throw notFound(say.linkDead);
  return { client: found.contact_person, company: found.company_name };
}

/** Stores what a client says and uses the link up, once per Idempotency-Key; admins are told. */
export async function writeTestimonial(
  ground: Ground,
  code: string,
  words: BodyOf<typeof writeEndpoint>,
  sender: { ip: string; key: string | undefined },
): Promise<{ message: string }> {
  const now = ground.now();
  const hash = hashOf(code);
  const { name: call, status } = writeEndpoint;
  const attempt = { caller: 'public', call, key: sender.key, body: { ...words, hash }, status };
  const told: (() => void)[] = [];
  const { reply } = await once(ground.db, now, attempt, async (tx) => {
    // Only what is new counts: the answer to a retry is owed.
    await ground.limits.countForm(call, sender.ip);
    const used = await useLink(tx, hash, words, now.toISOString());
    if (!used) throw notFound(say.linkDead);
    await recordAudit(tx, now, {
      userId: null,
      ip: sender.ip,
      action: 'testimonial.write',
      target: { kind: 'testimonial', id: used.id },
    });
    const admins = await openAdmins(tx);
    const event = await notify(tx, now, {
      message: say.notice(words.client, words.company),
      recipients: admins,
      // A client has no account: it comes from whoever asked.
      senderId: used.invited_by,
    });
    told.push(() => tellNotice(ground, admins, event));
    return { message: say.written };
  });
  for (const tell of told) tell();
  if (told.length > 0) {
    ground.realtime.toAdmins(badgesEvent);
    ground.realtime.toAdmins(testimonialsEvent);
  }
  return reply;
}
