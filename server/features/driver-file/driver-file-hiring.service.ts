import { sentKind } from '#contract/driver-file-kinds.ts';
import { insertRecord } from '../../database/records.ts';
import type { Write } from '../../platform/writes/writes.ts';
import { auditTarget, itemForUpdate, publishChange } from './driver-file.service.ts';
import type { ItemKey } from './driver-file-reading.ts';

interface NewDocument {
  object_key: string;
  uploaded_by: number;
  uploaded_at: string;
  issued_on?: string | null;
}

/** Adds documents of a kind, oldest first: the newest waits for the office's check, the others are in its history. */
async function addDocuments(
  write: Write,
  key: ItemKey,
  documents: readonly NewDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const { driver } = await itemForUpdate(write, key);
  for (const [at, { issued_on = null, ...document }] of documents.entries()) {
    const id = await insertRecord(write.tx, 'driver_documents', {
      ...{ ...key, ...document, issued_on, expires_on: null },
      state: at === documents.length - 1 ? 'waiting' : 'past',
      ...{ checked_by: null, checked_at: null, version: at + 2 },
    });
    const target = auditTarget(id, driver, key.kind);
    const detail = { employee_id: key.employee_id };
    await write.audit({ action: 'driver-file.upload', target, detail });
  }
  publishChange(write, driver);
}

/** Begins the driver file of a new employee: with the application, and with what they sent beside it. */
export async function beginDriverFile(
  write: Write,
  employee_id: number,
  { application, sent }: { application: NewDocument; sent: readonly NewDocument[] },
): Promise<void> {
  await addDocuments(write, { employee_id, kind: 'application' }, [application]);
  await addDocuments(write, { employee_id, kind: sentKind }, sent);
}
