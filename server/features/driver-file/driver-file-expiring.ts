import { clearAuditLabels } from '../../platform/audit/audit-clearing.queries.ts';
import type { ExpiringRecords } from '../../platform/writes/writes.ts';
import { deleteObjects } from '../files/files.service.ts';
import { countClosedBefore, deleteClosedBefore } from './driver-file.queries.ts';

/** Documents of people who have left: their age is that of the closing of their account. */
export const expiringDriverFiles: ExpiringRecords = {
  count: countClosedBefore,
  async remove(ctx, write, before, limit) {
    const rows = await deleteClosedBefore(write.tx, before, limit);
    const files = rows.map(({ object_key: key }) => key);
    await deleteObjects(ctx, write, files);
    await clearAuditLabels(write.tx, 'file', files);
    const ids = rows.map(({ document_id }) => String(document_id));
    await clearAuditLabels(write.tx, 'driver-document', ids);
    return rows.length;
  },
};
