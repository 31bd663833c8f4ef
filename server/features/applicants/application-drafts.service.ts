/** Applications that aren't finished: continued by a mailed link, or begun in two minutes. */
import { createHash, randomBytes } from 'node:crypto';
import * as contract from '#contract/application-drafts.ts';
import { draftDays, startedDays, storableValues } from '#contract/application-drafts.ts';
import { honeypotField } from '#contract/form-choices.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { badgesEvent } from '#contract/portal.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import type { Language } from '#contract/text/languages.ts';
import type { BodyOf, ReplyOf } from '#contract/wire/endpoint.ts';
import { draftKeys } from '../../database/contact-keys.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { deadLink, notFound, tooMany } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import {
  type Actor,
  systemActor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { readOthers } from '../applications/same-applicant.service.ts';
import { selectJobForShare } from '../jobs/jobs.service.ts';
import { withdraw } from '../notifications/notifications.service.ts';
import { draftMail, officeMail, startedMail } from './applicants.mails.ts';
import * as queries from './applicants.queries.ts';
import { type Applicant, linkOfStarted } from './applicants-receipt.service.ts';

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

interface NewDraft {
  email: string;
  values: Record<string, unknown>;
  job_id: number | null;
  is_quick: 0 | 1;
  language: Language;
  /** The first draft of those that one person's link led to. */
  first_draft?: number | null;
  flagged?: 0 | 1;
}

/** Stores what was typed; returns its id, its job, and the address of the form with the code where no log has it. */
async function storeDraft({ config }: AppContext, { tx, now }: Write, draft: NewDraft) {
  const job = draft.job_id === null ? undefined : await selectJobForShare(tx, draft.job_id);
  const code = randomBytes(32).toString('base64url');
  const values = storableValues(draft.values);
  const id = await queries.insertDraft(tx, {
    code_hash: hashOf(code),
    email: draft.email,
    ...draftKeys(draft.email, values),
    form_values: JSON.stringify(values),
    job_id: job?.id ?? null,
    is_quick: draft.is_quick,
    language: draft.language,
    first_draft: draft.first_draft ?? null,
    flagged: draft.flagged ?? 0,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + draftDays * 86_400_000).toISOString(),
  });
  const path = job ? `/application/${job.id}` : '/application';
  return { id, job, url: `${config.publicUrl}${path}#draft=${code}` };
}

/** The first draft of a live code's, locked; undefined for every other code. */
async function findFirst({ tx, now }: Write, code: string): Promise<number | undefined> {
  return code === ''
    ? undefined
    : queries.selectFirstDraftForUpdate(tx, hashOf(code), now.toISOString());
}

/** What came by the link of this code: the person's first draft, and the first of their applications. */
export async function findSentBy(write: Write, code: string) {
  const draft = await findFirst(write, code);
  const first_application =
    draft === undefined ? null : await queries.selectFirstSent(write.tx, draft);
  return { draft, first_application };
}

/**
 * Finishes what one person began by an application that came by their link. Possible spam doesn't: it may be deleted
 * unread, and what it finished with it.
 */
export async function finishStarted(
  write: Write,
  draft: number | undefined,
  { id, flagged }: { id: number; flagged: 0 | 1 },
): Promise<void> {
  if (draft === undefined || flagged === 1) return;
  const finished = await queries.finishDrafts(write.tx, draft, id);
  await withdraw(write, finished.map(linkOfStarted));
}

const targetOf = (id: number) => ({ kind: 'application-draft', id, label: '' });

/** Keeps the values of an unfinished application and mails the link, once per Idempotency-Key. */
export async function createDraft(
  ctx: AppContext,
  body: BodyOf<typeof contract.createApplicationDraft>,
  visitor: Applicant,
  key: string | undefined,
): Promise<{ message: string }> {
  const endpoint = contract.createApplicationDraft;
  return writeTransaction(
    ctx,
    visitor,
    async (write) => {
      const { tx, audit, afterCommit } = write;
      const form = await ctx.limits.countForm(tx, endpoint.name, visitor.ip);
      // Only the mail leads to a draft, and a flood must not mail others through us.
      if (form.isFlood) throw tooMany(3600);
      const { draft_code, ...draft } = body;
      const first_draft = (await findFirst(write, draft_code)) ?? null;
      const { id, url } = await storeDraft(ctx, write, {
        ...draft,
        is_quick: 0,
        first_draft,
        language: visitor.language,
      });
      await audit({ action: 'application.draft', target: targetOf(id) });
      const office = ctx.config.officeEmail;
      const mail = inLanguage(visitor.language, () => draftMail(body.email, { url, office }));
      await ctx.mailer.enqueueToVisitor(tx, { ...mail, link: linkOfStarted(id) }, form);
      afterCommit(() => ctx.mailer.wake());
      return { message: messages.draftMailed };
    },
    { endpoint, key, body },
  );
}

/** The kept values of a live link; the same 404 for every other code. */
export async function getDraft(
  { db, now }: AppContext,
  code: string,
): Promise<ReplyOf<typeof contract.getApplicationDraft>> {
  const draft = await queries.selectDraft(db, hashOf(code), now().toISOString());
  if (!draft) throw deadLink(messages.draftDead);
  const { job_id, applied_for, sent_at } = draft;
  const values = JSON.parse(draft.form_values);
  return { values, job_id, sent_at: applied_for === job_id ? sent_at : null };
}

/** Flagged ones that nobody has finished or deleted; more would let a flood fill the disk. */
const maxFlagged = 5_000;
const thinnedOut = 100;

/** Makes room for a flagged one: deletes the oldest ones when there are too many. */
async function thinOutFlagged(write: Write): Promise<void> {
  const ids = await queries.selectOldestFlagged(write.tx, maxFlagged, thinnedOut);
  if (ids.length === 0) return;
  await eraseDrafts(write, ids);
  await write.audit({ ...systemActor, action: 'spam.delete', detail: { started: ids.length } });
}

/** Stores an application that was begun in two minutes, for the office to call, once per Idempotency-Key. */
export async function startApplication(
  ctx: AppContext,
  { [honeypotField]: honeypot, ...body }: BodyOf<typeof contract.startApplication>,
  visitor: Applicant,
  key: string | undefined,
): Promise<{ message: string }> {
  const endpoint = contract.startApplication;
  const { language } = visitor;
  const { job_id, ...values } = body;
  return writeTransaction(
    ctx,
    visitor,
    async (write) => {
      const { tx, now, audit, publish, afterCommit } = write;
      const form = await ctx.limits.countForm(tx, endpoint.name, visitor.ip);
      const flagged = form.isFlood || !isBlank(honeypot) ? 1 : 0;
      if (flagged) await thinOutFlagged(write);
      const draft = { email: body.email, values, job_id, is_quick: 1, language, flagged } as const;
      const { id, job, url } = await storeDraft(ctx, write, draft);
      await audit({
        action: 'application.start',
        target: targetOf(id),
        ...(flagged && { detail: { flagged: true } }),
      });
      publish('admins', badgesEvent);
      const { officeEmail: office, publicUrl } = ctx.config;
      const link = linkOfStarted(id);
      if (!flagged || (await ctx.limits.mayMailFlagged(tx, endpoint.name))) {
        const started = { ...values, position: job?.position ?? null, language, flagged } as const;
        const about = officeMail(started, { office, url: `${publicUrl}${link}`, now });
        await ctx.mailer.enqueue(tx, [{ ...about, link }]);
      }
      if (!flagged) {
        const mail = inLanguage(language, () => startedMail(body.email, { url, office, now }));
        await ctx.mailer.enqueueToVisitor(tx, { ...mail, link }, form);
      }
      afterCommit(() => ctx.mailer.wake());
      return { message: messages.started };
    },
    { endpoint, key, body },
  );
}

/** Applications that were begun in two minutes and not finished, newest first. */
export function listStarted({ db }: Pick<AppContext, 'db'>): ReadPage<contract.StartedApplication> {
  return async (before, limit) => {
    const found = await queries.selectStarted(db, before, limit);
    const { rows, end } = pageOf(found, limit, ({ created_at, id }) => ({ at: created_at, id }));
    // None came by its link: that would have finished it.
    const identityOf = (row: Pick<(typeof rows)[number], 'email_key' | 'person_key'>) => ({
      ...{ id: 0, first_application: null, ...row },
    });
    const othersOf = await readOthers(db, rows.map(identityOf));
    const started = rows.map(({ form_values, email_key, person_key, ...row }) => ({
      ...JSON.parse(form_values),
      ...row,
      other_applications: othersOf(identityOf({ email_key, person_key })),
    }));
    return { rows: started as contract.StartedApplication[], end };
  };
}

export async function deleteStarted(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    if (!(await queries.deleteStarted(write.tx, id))) throw notFound();
    await withdraw(write, [linkOfStarted(id)]);
    await write.audit({ action: 'application.discard', target: targetOf(id) });
    return { message: messages.startedDeleted };
  });
}

/** Deletes what was begun, with the mails about it; returns the addresses, as they are compared. */
export async function eraseDrafts(write: Write, ids: readonly number[]): Promise<string[]> {
  await withdraw(write, ids.map(linkOfStarted));
  return queries.deleteDrafts(write.tx, ids);
}

/** Deletes drafts whose link is expired; the office keeps those begun in two minutes for 90 days. */
export async function sweepDrafts(ctx: AppContext): Promise<void> {
  await writeTransaction(ctx, systemActor, async (write) => {
    const { now, tx } = write;
    const begun = new Date(now.getTime() - startedDays * 86_400_000).toISOString();
    const ids = await queries.deleteOldDrafts(tx, { expired: now.toISOString(), begun });
    await withdraw(write, ids.map(linkOfStarted));
  });
}
