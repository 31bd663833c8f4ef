import { clearAuditLabels } from '../../platform/audit/audit-clearing.queries.ts';
import type { ExpiringRecords } from '../../platform/writes/writes.ts';
import { publishDocuments } from '../documents/documents.service.ts';
import { deleteObjects } from '../files/files.service.ts';
import { countVersionsBefore, deleteVersionsBefore } from './employee-files-expiring.queries.ts';

/** Returned versions of employee files, once reviewed. */
export const expiringVersions: ExpiringRecords = {
  count: countVersionsBefore,
  async remove(ctx, write, before, limit) {
    const rows = await deleteVersionsBefore(write.tx, before, limit);
    const files = rows.map(({ object_key: key }) => key);
    await deleteObjects(ctx, write, files);
    await clearAuditLabels(write.tx, 'file', files);
    const senders = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
    if (rows.length > 0) publishDocuments(write, 'employee-files', [...senders]);
    return rows.length;
  },
};
