import { badgesEvent } from '#contract/portal.ts';
import {
  clearAuditLabels,
  clearAuditLabelsBefore,
  countAuditLabels,
} from '../../platform/audit-clearing.queries.ts';
import type { ExpiringRecords } from '../../platform/retention.ts';
import { withdraw } from '../notifications/notifications.service.ts';
import { countInquiriesBefore, deleteInquiriesBefore } from './inquiries-expiring.queries.ts';

const auditKind = 'inquiry';

/** What mails about an inquiry refer to. */
export const linkOf = (id: number) => `/inquiries?inquiry=${id}`;

export const expiringInquiries: ExpiringRecords = {
  count: countInquiriesBefore,
  async remove(ctx, write, before, limit) {
    const { tx, publish } = write;
    const ids = await deleteInquiriesBefore(tx, before, limit);
    await withdraw(ctx, write, ids.map(linkOf));
    await clearAuditLabels(tx, auditKind, ids);
    if (ids.length > 0) publish('admins', badgesEvent);
    return ids.length;
  },
};

/** The company names in audit entries about inquiries. */
export const expiringInquiryNames: ExpiringRecords = {
  count: (db, before) => countAuditLabels(db, [{ kind: auditKind }], before),
  remove: (_ctx, { tx }, before, limit) =>
    clearAuditLabelsBefore(tx, [{ kind: auditKind }], before, limit),
};
