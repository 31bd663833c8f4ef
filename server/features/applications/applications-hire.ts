import { randomBytes } from 'node:crypto';
import { hireApplicant as hireEndpoint } from '#contract/application-stages.ts';
import { parseHistory } from '#contract/driver-history.ts';
import { applicationStages as messages } from '#contract/messages/application-stages.ts';
import { jobClosing } from '#contract/messages/job-closing.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';
import { requireConfirmed, requireOpenSession } from '../../platform/accounts/actor-session.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import {
  type SessionActor,
  type Write,
  writeTransactionResult,
} from '../../platform/writes/writes.ts';
import { beginDriverFile } from '../driver-file/driver-file-hiring.service.ts';
import { addEmployee } from '../employees/employees.service.ts';
import { createObject, type FileVariants, storeObject } from '../files/files.service.ts';
import { previewHire, recordHire } from '../jobs/jobs.service.ts';
import { mailWelcome } from '../passwords/password-links.service.ts';
import { createAccount } from '../users/users.service.ts';
import { auditTarget } from './application-changes.ts';
import { withApplicationPdf } from './application-pdf.ts';
import { selectApplication, selectDocuments, selectEntries } from './applications.queries.ts';
import { selectStage } from './applications-stages.queries.ts';
import { getApplicationForUpdate, moveApplication } from './applications-stages.service.ts';

/**
 * Makes an applicant an employee, once per Idempotency-Key: account, employee, driver file with the application as a PDF
 * and the welcome mail are stored together or not at all.
 */
export async function hireApplicant(
  ctx: AppContext,
  id: number,
  body: BodyOf<typeof hireEndpoint>,
  actor: SessionActor,
  key: string | undefined,
): Promise<Hired> {
  const row = await selectApplication(ctx.db, id);
  if (!row) throw notFound();
  const application = { row, ...(await selectEntries(ctx.db, [id])) };
  const { version: _version, hired: _hired, ...input } = body;
  // Stored until the link of the mail sets another.
  const password_hash = await ctx.passwords.hash(randomBytes(32).toString('base64url'));
  // Without the version and the count: a retry from a reloaded page is still the same hire.
  const call = { endpoint: hireEndpoint, key, body: { id, ...input } };
  return withApplicationPdf(ctx, application, (pdf) =>
    storeObject(ctx, 'driver-file', pdf, (object) =>
      writeTransactionResult(
        ctx,
        actor,
        async (write) => {
          if (!object) throw new Error('the PDF is always stored');
          return makeEmployee(ctx, write, row, { body, actor, password_hash, object });
        },
        call,
      ),
    ),
  );
}

interface Hired {
  message: string;
  user_id: number;
  employee_id: number;
}

interface NewEmployee {
  body: BodyOf<typeof hireEndpoint>;
  actor: SessionActor;
  password_hash: string;
  /** The application as a PDF. */
  object: FileVariants;
}

async function makeEmployee(
  ctx: AppContext,
  write: Write,
  printed: ApplicationRow,
  { body, actor, password_hash, object }: NewEmployee,
): Promise<Hired> {
  const { username, user_role, close_job, version, hired, ...work } = body;
  const session = await requireOpenSession(write, actor);
  if (user_role === 'admin') requireConfirmed(session, write.now);
  const row = await getApplicationForUpdate(write, printed.id, version);
  if (row.stage === 'hired') throw conflict(messages.hiredBefore);
  // The applicant changed it while the PDF was made.
  await getApplicationForUpdate(write, printed.id, printed.version);
  const { id, first_name, last_name, phone: phone_number, email: user_email } = row;
  const account = { username, user_email, user_role } as const;
  const language = row.language === 'es' ? 'es' : null;
  const stored = { ...account, phone_number, password_hash, language };
  const user_id = await createAccount(write, stored);
  const employee = { user_id, first_name, last_name, ...work, payroll_number: '' };
  const employee_id = await addEmployee(ctx, write, actor, employee);
  await createObject(write.tx, object);
  const application = {
    ...{ object_key: object.key, issued_on: parseHistory(row.driver_history)?.signed_on ?? null },
    ...{ uploaded_by: actor.userId, uploaded_at: write.now.toISOString() },
  };
  const sent = await documentsOf(write, row, user_id);
  await beginDriverFile(write, employee_id, { application, sent });
  await mailWelcome(ctx, write, actor, { ...account, user_id, language, token_version: 1 });
  await moveApplication(write, row, { stage: 'hired', hired_user_id: user_id }, actor);
  const closing =
    row.job_id === null ? null : await recordHire(ctx, write, row.job_id, { hired, close_job });
  const detail = { user_id, employee_id };
  await write.audit({ action: 'application.hire', target: auditTarget(id, row), detail });
  const closed = closing?.closed ? ` ${jobClosing.closing(closing)}` : '';
  return { message: messages.hired + closed, user_id, employee_id };
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
async function documentsOf(
  { tx }: Write,
  { id, created_at, resume_path }: ApplicationRow,
  uploaded_by: number,
) {
  const resume = resume_path === null ? [] : [{ object_key: resume_path, created_at }];
  const documents = [...resume, ...(await selectDocuments(tx, [id]))];
  return documents.map(({ object_key, created_at: uploaded_at }) => ({
    ...{ object_key, uploaded_by, uploaded_at },
  }));
}
