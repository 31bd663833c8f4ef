import type { ApplicationInput } from '#contract/applications.ts';
import * as contract from '#contract/applications.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { contactKeys } from '../../database/contact-keys.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import {
  type Actor,
  writeTransaction,
  writeTransactionResult,
} from '../../platform/writes/writes.ts';
import {
  type Applicant,
  confirmApplication,
  historyText,
} from '../applicants/applicants-receipt.service.ts';
import { findSentBy, finishStarted } from '../applicants/application-drafts.service.ts';
import { createObject, storeObject } from '../files/files.service.ts';
import { jobForApplication } from '../jobs/jobs.service.ts';
import { readStatusLink } from '../status-links/status-links.service.ts';
import { auditTarget, publishApplications } from './application-changes.ts';
import { insertApplication, markOpened, selectApplicant } from './applications.queries.ts';
import { deleteApplications, requireNotEmployed } from './applications-erasing.ts';
import { isResumeFlood, thinOutFlagged } from './applications-flagged.ts';

export { countNewApplications, selectDocuments } from './applications.queries.ts';
export { expiringApplicantNames, expiringApplications } from './applications-erasing.ts';
export { listApplications } from './applications-reading.ts';

/** Stores an application with its resume, once per Idempotency-Key. */
export async function sendApplication(
  ctx: AppContext,
  input: ApplicationInput,
  upload: TemporaryFile | null,
  visitor: Applicant,
  key: string | undefined,
): Promise<{ message: string; id: number; status_url: string }> {
  const endpoint = contract.sendApplication;
  // Without the notice and the code: a retry from a page that was loaded later is still the same application.
  const { privacy_version, draft_code, ...answers } = input;
  const body = { ...answers, resume: upload?.sentSha256 ?? null };
  const stored = await storeObject(ctx, 'resumes', upload, (resume) =>
    writeTransactionResult(
      ctx,
      visitor,
      async (write) => {
        const { tx, now, audit } = write;
        // Inside the transaction, so that retries don't count.
        const form = await ctx.limits.countForm(tx, endpoint.name, visitor.ip);
        const size = resume?.size ?? 0;
        const isFlagged =
          form.isFlood || (await isResumeFlood(ctx, tx, { size, ip: visitor.ip }, now));
        if (isFlagged) await thinOutFlagged(ctx, write, size);
        const { workExperiences, references, job_id, driver_history, ...fields } = answers;
        const { draft, first_application } = await findSentBy(write, draft_code);
        const job = job_id === null ? undefined : await jobForApplication(tx, job_id, now);
        if (resume) await createObject(tx, resume);
        const row = {
          ...fields,
          ...contactKeys(fields),
          first_application,
          car_hauling_experience_years: fields.car_hauling_experience_years ?? 0,
          created_at: now.toISOString(),
          job_id: job?.id ?? null,
          position: job?.position ?? null,
          resume_path: resume?.key ?? null,
          privacy_version,
          driver_history: historyText(driver_history, now),
          flagged: isFlagged ? 1 : 0,
          language: visitor.language,
        } as const;
        const id = await insertApplication(tx, row, workExperiences, references);
        await audit({
          action: 'application.create',
          target: auditTarget(id, row),
          ...(isFlagged && { detail: { flagged: true } }),
        });
        await confirmApplication(ctx, write, { ...row, id }, form);
        await finishStarted(write, draft, { ...row, id });
        publishApplications(write);
        return { message: messages.submitted, id };
      },
      { endpoint, key, body },
    ),
  );
  // Not in the reply that a repeated call gets, which is stored: the link is a secret.
  return { ...stored, status_url: await readStatusLink(ctx, 'application_id', stored.id) };
}

/** Marks an application as opened for all admins; 404 when it doesn't exist. */
export async function openApplication(ctx: AppContext, id: number, actor: Actor): Promise<void> {
  await writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit } = write;
    const applicant = await selectApplicant(tx, id);
    if (!applicant) throw notFound();
    const opened = { opened_at: now.toISOString(), opened_by: actor.userId };
    if (!(await markOpened(tx, id, opened))) return;
    await audit({ action: 'application.open', target: auditTarget(id, applicant) });
    publishApplications(write);
  });
}

/** Deletes an application, its rows, its files and the mail that waits; 404 when it doesn't exist. */
export async function deleteApplication(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    await requireNotEmployed(write, [id]);
    const [row] = (await deleteApplications(ctx, write, [id])).rows;
    if (!row) throw notFound();
    await write.audit({ action: 'application.delete', target: auditTarget(id, row) });
    return { message: messages.deleted };
  });
}
