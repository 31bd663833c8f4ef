import type { Inquiry } from '#contract/inquiries.ts';
import type { InquiryStatus, StatusStep } from '#contract/inquiry-status.ts';
import * as contract from '#contract/inquiry-status.ts';
import { inquiryStatus as messages, quotes as quoteMessages } from '#contract/messages/quotes.ts';
import type { Quote } from '#contract/quotes.ts';
import { parseVins } from '#contract/rules/vins.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import type { BodyOf, ReplyOf } from '#contract/wire/endpoint.ts';
import { urlIn } from '#contract/wire/page-languages.ts';
import type { Db } from '../../database/open.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { deadLink, invalid, notFound } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  type Visitor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { notify } from '../notifications/notifications.service.ts';
import { sentQuotesOf } from '../quotes/quotes-reading.service.ts';
import {
  extendStatusLink,
  findLinked,
  makeStatusLink,
  readStatusLink,
  revokeStatusLink,
} from '../status-links/status-links.service.ts';
import { getInquiryForUpdate, labelOf } from './inquiries.service.ts';
import { linkOf, publishChange } from './inquiries-expiring.ts';
import { recordEvent } from './inquiry-events.service.ts';
import { officeOf } from './inquiry-owners.service.ts';
import { countUnread, selectInquiry } from './inquiry-status.queries.ts';
import { addVins, vehiclesOf } from './inquiry-vehicles.service.ts';

const steps = {
  new: 'received',
  contacted: 'in_progress',
  quoted: 'quoted',
  won: 'accepted',
  lost: 'closed',
} as const satisfies Record<Inquiry['status'], StatusStep>;

function stepOf({ status, scheduled_on }: InquiryRow, quotes: readonly Quote[]): StatusStep {
  if (status === 'won' && scheduled_on !== null) return 'scheduled';
  const last = quotes.at(-1)?.status;
  // Without quotes the office named its price on the phone.
  const isOpen = last === undefined || quotes.some((quote) => quote.status === 'sent');
  if (status !== 'quoted' || isOpen) return steps[status];
  return last === 'expired' || last === 'declined' ? last : 'in_progress';
}

export async function getInquiry(db: Db, id: number): Promise<InquiryRow> {
  const inquiry = await selectInquiry(db, id);
  if (!inquiry) throw notFound();
  return inquiry;
}

/** The inquiry of a link; the same 404 for unknown, revoked and expired codes. */
export async function getLinked({ db, now }: AppContext, code: string): Promise<InquiryRow> {
  const id = await findLinked(db, 'inquiry_id', code, now());
  const inquiry = id === undefined ? undefined : await selectInquiry(db, id);
  if (!inquiry) throw deadLink(messages.dead);
  return inquiry;
}

/** The same for a write: locked, counted by the link, and the link lasts 90 days more. */
export async function getLinkedForUpdate(
  { limits }: Pick<AppContext, 'limits'>,
  { tx, now }: Write,
  code: string,
): Promise<InquiryRow> {
  const id = await findLinked(tx, 'inquiry_id', code, now);
  if (id === undefined) throw deadLink(messages.dead);
  await limits.countLink(tx, code);
  const inquiry = await getInquiryForUpdate(tx, id);
  // Again behind the lock, under which links are replaced.
  if ((await findLinked(tx, 'inquiry_id', code, now)) !== id) throw deadLink(messages.dead);
  await extendStatusLink(tx, 'inquiry_id', id, now);
  return inquiry;
}

/** The customer's page of an inquiry. */
export async function getInquiryStatus(ctx: AppContext, code: string): Promise<InquiryStatus> {
  const inquiry = await getLinked(ctx, code);
  const { reference, company_name, pickup_location, delivery_location } = inquiry;
  const { number_of_vehicles, created_at } = inquiry;
  const quotes = await sentQuotesOf(ctx.db, inquiry.id, ctx.now());
  return {
    ...{ reference, company_name, pickup_location, delivery_location },
    status: stepOf(inquiry, quotes),
    ...{ number_of_vehicles, created_at },
    vins: (await vehiclesOf(ctx.db, [inquiry])).get(inquiry.id)?.vins ?? [],
    quotes,
  };
}

/** What the sender entered, to ask again. */
export async function getEarlierInquiry(
  ctx: AppContext,
  code: string,
): Promise<ReplyOf<typeof contract.getEarlierInquiry>> {
  const row = await getLinked(ctx, code);
  const earlier = { ...row, ...(await vehiclesOf(ctx.db, [row])).get(row.id) };
  const names = Object.keys(contract.getEarlierInquiry.reply.shape) as (keyof typeof earlier)[];
  return Object.fromEntries(names.map((name) => [name, earlier[name]])) as ReplyOf<
    typeof contract.getEarlierInquiry
  >;
}

/** Notifies the inquiry's owner, else all admins, and counts what the customer did as unread. */
export async function notifyOffice(
  ctx: AppContext,
  write: Write,
  inquiry: InquiryRow,
  message: string,
): Promise<void> {
  await countUnread(write.tx, inquiry.id);
  const { recipients } = await officeOf(write.tx, inquiry);
  // No sender: a customer has no account.
  await notify(ctx, write, null, [
    { kind: 'inquiry', message, link: linkOf(inquiry.id), recipients },
  ]);
  publishChange(write);
}

/** Adds the customer's message to the timeline, and their VINs, once per Idempotency-Key. */
export async function writeAboutInquiry(
  ctx: AppContext,
  code: string,
  body: BodyOf<typeof contract.writeAboutInquiry>,
  visitor: Visitor,
  key: string | undefined,
): Promise<{ message: string }> {
  const endpoint = contract.writeAboutInquiry;
  const parts = [body.message, body.vins && `VINs: ${body.vins}`];
  if (isBlank(body.message) && isBlank(body.vins)) {
    throw invalid({ message: messages.nothing }, messages.nothing);
  }
  const text = parts.filter((part) => !isBlank(part)).join('\n\n');
  return writeTransaction(
    ctx,
    visitor,
    async (write) => {
      const inquiry = await getLinkedForUpdate(ctx, write, code);
      const { id, reference, company_name, contact_person: sender } = inquiry;
      await addVins(write.tx, id, parseVins(body.vins));
      await recordEvent(write, id, { kind: 'customer', text, author_id: null, sender });
      await notifyOffice(ctx, write, inquiry, quoteMessages.asked(company_name, reference));
      const target = { kind: 'inquiry', id, label: labelOf(inquiry) };
      await write.audit({ action: 'inquiry.message', target });
      return { message: messages.written };
    },
    { endpoint, key, body: { ...body, code: ctx.tokens.sign(`inquiry ${code}`) } },
  );
}

/** The customer's link, for the office to copy. Who has it can act as the customer, so each reading is recorded. */
export async function getInquiryLink(
  ctx: AppContext,
  id: number,
  { userId, ip }: Actor,
): Promise<{ url: string | null }> {
  const inquiry = await getInquiry(ctx.db, id);
  const url = await readStatusLink(ctx, 'inquiry_id', id);
  if (url === '') return { url: null };
  const target = { kind: 'inquiry', id, label: labelOf(inquiry) };
  ctx.auditEvents.note({ userId, ip, action: 'inquiry.link-read', target });
  return { url: urlIn(inquiry.language, url) };
}

/** Makes a new link, after which the earlier one is dead; with `revoke` there is none then. */
export async function makeInquiryLink(
  ctx: AppContext,
  id: number,
  { revoke }: BodyOf<typeof contract.makeInquiryLink>,
  actor: Actor,
): Promise<{ url: string | null }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit } = write;
    const inquiry = await getInquiryForUpdate(tx, id);
    if (revoke) await revokeStatusLink(tx, 'inquiry_id', id);
    const link = revoke ? null : await makeStatusLink(ctx, tx, 'inquiry_id', id, now);
    const text = revoke ? "Revoked the link to the customer's page" : 'Made a new link';
    await recordEvent(write, id, { kind: 'link', text, author_id: actor.userId });
    const target = { kind: 'inquiry', id, label: labelOf(inquiry) };
    await audit({ action: 'inquiry.link', target, detail: { revoked: revoke === 1 } });
    return { url: link && urlIn(inquiry.language, link) };
  });
}
