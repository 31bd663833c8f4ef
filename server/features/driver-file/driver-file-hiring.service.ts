import { insertRecord } from '../../database/records.ts';
import type { Write } from '../../platform/writes/writes.ts';
import { auditTarget, itemForUpdate, publishChange } from './driver-file.service.ts';

/** What an applicant sent doesn't say what it is: the office sorts it when it checks. */
const kind = 'application';

/**
 * Begins the driver file of a new employee with what they sent as an applicant, oldest first: the newest waits for the
 * office's check, the others are in its history.
 */
export async function addSentDocuments(
  write: Write,
  employee_id: number,
  user_id: number,
  documents: readonly { object_key: string; created_at: string }[],
): Promise<void> {
  if (documents.length === 0) return;
  const { driver } = await itemForUpdate(write, { employee_id, kind });
  for (const [at, { object_key, created_at }] of documents.entries()) {
    const id = await insertRecord(write.tx, 'driver_documents', {
      ...{ employee_id, kind, object_key, issued_on: null, expires_on: null },
      state: at === documents.length - 1 ? 'waiting' : 'past',
      uploaded_by: user_id,
      uploaded_at: created_at,
      ...{ checked_by: null, checked_at: null, version: at + 2 },
    });
    const target = auditTarget(id, driver, kind);
    await write.audit({ action: 'driver-file.upload', target, detail: { employee_id } });
  }
  publishChange(write, driver);
}
