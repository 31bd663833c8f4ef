import { clearAuditLabels } from '../../platform/audit/audit-clearing.queries.ts';
import type { ExpiringRecords } from '../../platform/writes/writes.ts';
import { deleteObjects } from '../files/files.service.ts';
import { selectConversationsForUpdate } from './chat.queries.ts';
import {
  countMessagesBefore,
  deleteMessages,
  selectMessagesBefore,
} from './chat-expiring.queries.ts';

/** Messages with their files and search terms. */
export const expiringMessages: ExpiringRecords = {
  count: countMessagesBefore,
  async remove(ctx, write, before, limit) {
    const { tx } = write;
    const rows = await selectMessagesBefore(tx, before, limit);
    if (rows.length === 0) return 0;
    // The same locks in the same order as a new message takes them.
    const pairs = rows.map(({ low_id, high_id }) => ({ low: low_id, high: high_id }));
    await selectConversationsForUpdate(tx, pairs);
    await deleteMessages(
      tx,
      rows.map(({ id }) => id),
    );
    const files = rows.flatMap(({ object_key: key }) => key ?? []);
    await deleteObjects(ctx, write, files);
    await clearAuditLabels(tx, 'file', files);
    return rows.length;
  },
};
