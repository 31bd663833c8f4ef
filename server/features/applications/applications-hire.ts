import { randomBytes } from 'node:crypto';
import { hireApplicant as hireEndpoint } from '#contract/application-stages.ts';
import { applicationStages as messages } from '#contract/messages/application-stages.ts';
import { jobClosing } from '#contract/messages/job-closing.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';
import { requireConfirmed, requireOpenSession } from '../../platform/accounts/actor-session.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import { type SessionActor, type Write, writeTransaction } from '../../platform/writes/writes.ts';
import { addSentDocuments } from '../driver-file/driver-file-hiring.service.ts';
import { addEmployee } from '../employees/employees.service.ts';
import { previewHire, recordHire } from '../jobs/jobs.service.ts';
import { mailWelcome } from '../passwords/password-links.service.ts';
import { createAccount } from '../users/users.service.ts';
import { auditTarget } from './application-changes.ts';
import { selectDocuments } from './applications.queries.ts';
import { selectStage } from './applications-stages.queries.ts';
import { getApplicationForUpdate, moveApplication } from './applications-stages.service.ts';

/**
 * Makes an applicant an employee, once per Idempotency-Key: account, employee, driver file and the welcome mail are
 * stored together or not at all.
 */
export async function hireApplicant(
  ctx: AppContext,
  id: number,
  body: BodyOf<typeof hireEndpoint>,
  actor: SessionActor,
  key: string | undefined,
): Promise<{ message: string; user_id: number; employee_id: number }> {
  const { version, hired, ...input } = body;
  const { username, user_role, close_job, ...work } = input;
  // Stored until the link of the mail sets another.
  const password_hash = await ctx.passwords.hash(randomBytes(32).toString('base64url'));
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const session = await requireOpenSession(write, actor);
      if (user_role === 'admin') requireConfirmed(session, write.now);
      const row = await getApplicationForUpdate(write, id, version);
      if (row.stage === 'hired') throw conflict(messages.hiredBefore);
      const { first_name, last_name, phone: phone_number, email: user_email } = row;
      const account = { username, user_email, user_role } as const;
      const language = row.language === 'es' ? 'es' : null;
      const stored = { ...account, phone_number, password_hash, language };
      const user_id = await createAccount(write, stored);
      const employee = { user_id, first_name, last_name, ...work, payroll_number: '' };
      const employee_id = await addEmployee(ctx, write, actor, employee);
      await addSentDocuments(write, employee_id, user_id, await documentsOf(write, row));
      await mailWelcome(ctx, write, actor, { ...account, user_id, language, token_version: 1 });
      await moveApplication(write, row, { stage: 'hired', hired_user_id: user_id }, actor);
      const closing =
        row.job_id === null ? null : await recordHire(ctx, write, row.job_id, { hired, close_job });
      await write.audit({
        action: 'application.hire',
        target: auditTarget(id, row),
        detail: { user_id, employee_id },
      });
      const closed = closing?.closed ? ` ${jobClosing.closing(closing)}` : '';
      return { message: messages.hired + closed, user_id, employee_id };
    },
    // Without the version and the count: a retry from a reloaded page is still the same hire.
    { endpoint: hireEndpoint, key, body: { id, ...input } },
  );
}

/** What hiring this applicant does to their job. */
export async function previewApplicantHire(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  id: number,
) {
  const row = await selectStage(db, id);
  if (!row) throw notFound();
  if (row.job_id === null) return { hired: null, fills: null };
  return previewHire(db, row.job_id, { email: row.email, now: now() });
}

/** What the applicant sent, oldest first. */
async function documentsOf({ tx }: Write, { id, created_at, resume_path }: ApplicationRow) {
  const resume = resume_path === null ? [] : [{ object_key: resume_path, created_at }];
  return [...resume, ...(await selectDocuments(tx, [id]))];
}
