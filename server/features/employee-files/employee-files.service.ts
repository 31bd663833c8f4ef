import {
  type setSubmissionStatus,
  submitVersion as submitEndpoint,
} from '#contract/employee-files.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import {
  type Actor,
  writeTransaction,
  writeTransactionResult,
} from '../../platform/writes/writes.ts';
import { publishDocuments, subjectOf } from '../documents/documents.service.ts';
import { createObject, deleteObjects, storeObject } from '../files/files.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  changeVersion,
  insertVersion,
  removeVersion,
  selectVersionForUpdate,
  takeNumber,
} from './employee-files-versions.queries.ts';

export { deleteDocument, updateDocument, uploadDocument } from '../documents/documents.service.ts';
export { expiringVersions } from './employee-files-expiring.ts';
export { listAssignments } from './employee-files-reading.ts';

export const kind = 'employee-files';

/** Stores the next version of the caller's own assignment, once per Idempotency-Key; 404 for any other. */
export function submitVersion(
  ctx: AppContext,
  assignmentId: number,
  upload: TemporaryFile | null,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; submission_id: number }> {
  const body = { assignment_id: assignmentId, file: upload?.sentSha256 ?? null };
  return storeObject(ctx, 'submissions', upload, (object) =>
    writeTransactionResult(
      ctx,
      actor,
      async (write) => {
        const { tx, now, audit } = write;
        if (!object) throw new Error('the endpoint requires a file');
        const taken = await takeNumber(tx, assignmentId, actor.userId);
        if (!taken) throw notFound(messages.notAssigned);
        const { file_name, last_version: version_number } = taken;
        await createObject(tx, object);
        const id = await insertVersion(tx, {
          assignment_id: assignmentId,
          version_number,
          object_key: object.key,
          submitted_at: now.toISOString(),
          judged_at: null,
        });
        await audit({
          action: 'submission.create',
          target: { kind: 'submission', id, label: labelOf({ file_name, version_number }) },
          detail: { assignment_id: assignmentId, version_number },
        });
        publishDocuments(write, kind, [actor.userId]);
        return { message: messages.submitted, submission_id: id };
      },
      { endpoint: submitEndpoint, key, body },
    ),
  );
}

/** The label of a version in the audit log. */
function labelOf(version: { file_name: string; version_number: number }): string {
  return `${version.file_name}, v${version.version_number}`;
}

/** Sets the status of a version and notifies its sender, with the reason of a rejection. Repeating it changes nothing. */
export function reviewVersion(
  ctx: AppContext,
  id: number,
  { status, reason }: BodyOf<typeof setSubmissionStatus>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit } = write;
    const before = await selectVersionForUpdate(tx, id);
    if (!before) throw notFound();
    const { user_id: userId, file_id, file_name, version_number } = before;
    const same = status === before.status && reason === before.reason;
    if (same && before.judged_at !== null) return { message: messages.statusUpdated };
    await changeVersion(tx, id, { status, reason, judged_at: now.toISOString() });
    await audit({
      action: 'submission.status',
      target: { kind: 'submission', id, label: labelOf(before) },
      detail: {
        ...(status !== before.status && { status: { before: before.status, after: status } }),
        ...(reason !== before.reason && { changed: ['reason'] }),
      },
    });
    const message = () =>
      status === 'Rejected'
        ? messages.rejected(file_name, version_number, reason)
        : messages.statusSet(file_name, version_number, messages.statuses[status]);
    await notify(ctx, write, actor.userId, [
      { ...subjectOf(kind, file_id), kind: 'submission', message, recipients: [userId] },
    ]);
    publishDocuments(write, kind, [userId]);
    return { message: messages.statusUpdated };
  });
}

/** Deletes a version; its number is not used again. */
export function deleteVersion(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, audit } = write;
    const before = await selectVersionForUpdate(tx, id);
    if (!before) throw notFound();
    await removeVersion(tx, id);
    await deleteObjects(ctx, write, [before.object_key]);
    await audit({
      action: 'submission.delete',
      target: { kind: 'submission', id, label: labelOf(before) },
      detail: { assignment_id: before.assignment_id, version_number: before.version_number },
    });
    publishDocuments(write, kind, [before.user_id]);
    return { message: messages.versionDeleted };
  });
}
