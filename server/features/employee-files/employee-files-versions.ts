import type { setSubmissionStatus as statusEndpoint } from '#contract/employee-files.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { employeeFiles as say } from '#contract/messages/employee-files.ts';
import { badgesEvent } from '#contract/portal.ts';
import { recordAudit } from '../../platform/audit.ts';
import { notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { once } from '../../platform/replays.ts';
import type { TemporaryFile } from '../../platform/uploads.ts';
import { type Actor, type Told, tell } from '../documents/documents.service.ts';
import { addObject, dropBytes, forgetObject, storeObject } from '../files/files.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  changeVersion,
  insertVersion,
  lockVersion,
  removeVersion,
  takeNumber,
} from './employee-files-versions.queries.ts';

/** What the open pages of that person and of admins are told: there is another latest version, or judgement. */
function tellOf(ground: Ground, userId: number, notices: Told['notices'] = []): void {
  tell(ground, { notices, people: [userId] });
  ground.realtime.toAdmins(badgesEvent);
}

/** Stores the next version of the caller's own assignment, once per Idempotency-Key; 404 for any other. */
export async function submitVersion(
  ground: Ground,
  assignmentId: number,
  upload: TemporaryFile | null,
  by: Actor,
  key: string | undefined,
): Promise<{ message: string; submission_id: number }> {
  const now = ground.now();
  const attempt = {
    caller: `user ${by.userId}`,
    call: 'submitVersion',
    key,
    body: { assignment_id: assignmentId, file: upload?.sha256 ?? null },
    status: 201,
  };
  const reply = await storeObject(ground, 'submissions', upload, (object) =>
    once(ground.db, now, attempt, async (tx) => {
      if (!object) throw new Error('the endpoint asks for a file');
      const version_number = await takeNumber(tx, assignmentId, by.userId);
      if (version_number === undefined) throw notFound(say.notAssigned);
      await addObject(tx, object);
      const id = await insertVersion(tx, {
        assignment_id: assignmentId,
        version_number,
        object_key: object.key,
        submitted_at: now.toISOString(),
        judged_at: null,
      });
      await recordAudit(tx, now, {
        ...by,
        action: 'submission.create',
        target: { kind: 'submission', id },
        detail: { assignment_id: assignmentId, version_number },
      });
      return { message: say.submitted, submission_id: id };
    }),
  );
  tellOf(ground, by.userId);
  return reply;
}

/** Sets the status of a version; who sent it reads the reason, and is told of a rejection. */
export async function judgeVersion(
  ground: Ground,
  id: number,
  { status, reason }: BodyOf<typeof statusEndpoint>,
  by: Actor,
): Promise<{ message: string }> {
  const now = ground.now();
  const judged = await ground.db.transaction().execute(async (tx) => {
    const before = await lockVersion(tx, id);
    if (!before) throw notFound();
    const { user_id: userId, file_name, version_number } = before;
    const same = status === before.status && reason === before.reason;
    // Sent again, because its answer was lost: nobody is told twice.
    if (same && before.judged_at !== null) return null;
    await changeVersion(tx, id, { status, reason, judged_at: now.toISOString() });
    await recordAudit(tx, now, {
      ...by,
      action: 'submission.status',
      target: { kind: 'submission', id },
      detail: { status: { before: before.status, after: status } },
    });
    if (status !== 'Rejected') return { userId, notices: [] };
    const recipients = [userId];
    const message = say.rejected(file_name, version_number, reason);
    const event = await notify(tx, now, { message, recipients, senderId: by.userId });
    return { userId, notices: [{ recipients, event }] };
  });
  if (judged) tellOf(ground, judged.userId, judged.notices);
  return { message: say.statusUpdated };
}

/** Deletes a version; its number is not used again. */
export async function deleteVersion(
  ground: Ground,
  id: number,
  by: Actor,
): Promise<{ message: string }> {
  const removed = await ground.db.transaction().execute(async (tx) => {
    const before = await lockVersion(tx, id);
    if (!before) throw notFound();
    await removeVersion(tx, id);
    await forgetObject(tx, before.object_key);
    await recordAudit(tx, ground.now(), {
      ...by,
      action: 'submission.delete',
      target: { kind: 'submission', id },
      detail: { assignment_id: before.assignment_id, version_number: before.version_number },
    });
    return before;
  });
  tellOf(ground, removed.user_id);
  await dropBytes(ground, removed.object_key);
  return { message: say.versionDeleted };
}
