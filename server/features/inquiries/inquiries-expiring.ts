import { type Inquiry, inquiriesEvent } from '#contract/inquiries.ts';
import { badgesEvent } from '#contract/portal.ts';
import {
  clearAuditLabels,
  clearAuditLabelsBefore,
  countAuditLabels,
} from '../../platform/audit/audit-clearing.queries.ts';
import { type ExpiringRecords, systemActor, type Write } from '../../platform/writes/writes.ts';
import { withdraw } from '../notifications/notifications.service.ts';
import {
  countInquiriesBefore,
  deleteInquiries,
  deleteInquiriesBefore,
  selectOldestFlagged,
} from './inquiries-expiring.queries.ts';

const auditKind = 'inquiry';

/** What mails and notices about an inquiry refer to. */
export const linkOf = (id: number) => `/inquiries?inquiry=${id}`;

/** The same, that it is overdue, whose it is, and that a quote expired: taken back alone when that is no longer true. */
export const overdueLinkOf = (id: number) => `${linkOf(id)}#overdue`;
export const givenLinkOf = (id: number) => `${linkOf(id)}#given`;
export const expiredLinkOf = (id: number) => `${linkOf(id)}#expired`;

/** What notices, mails and the audit log call an inquiry. */
export const labelOf = ({
  company_name,
  reference,
}: Pick<Inquiry, 'company_name' | 'reference'>): string => `${company_name}, ${reference}`;

/** Updates the open pages of admins. */
export function publishChange({ publish }: Write): void {
  publish('admins', inquiriesEvent);
  publish('admins', badgesEvent);
}

export const expiringInquiries: ExpiringRecords = {
  count: countInquiriesBefore,
  async remove(_ctx, write, before, limit) {
    const ids = await deleteInquiriesBefore(write.tx, before, limit);
    await forgetInquiries(write, ids);
    return ids.length;
  },
};

/** Deletes what else there is of deleted inquiries: mails that wait, and names in the audit log. */
async function forgetInquiries(write: Write, ids: readonly number[]): Promise<void> {
  await withdraw(
    write,
    ids.flatMap((id) => [linkOf(id), overdueLinkOf(id), givenLinkOf(id), expiredLinkOf(id)]),
  );
  await clearAuditLabels(write.tx, auditKind, ids);
  if (ids.length > 0) publishChange(write);
}

/** Flagged inquiries that nobody has changed; more would let a flood fill the disk. */
const maxFlagged = 5_000;
const thinnedOut = 100;

/** Makes room for a flagged inquiry: deletes the oldest ones when there are too many. */
export async function thinOutFlagged(write: Write): Promise<void> {
  const { tx } = write;
  const ids = await selectOldestFlagged(tx, maxFlagged, thinnedOut);
  if (ids.length === 0) return;
  await deleteInquiries(tx, ids);
  await forgetInquiries(write, ids);
  const detail = { inquiries: ids.length };
  await write.audit({ ...systemActor, action: 'spam.delete', detail });
}

/** The company names in audit entries about inquiries. */
export const expiringInquiryNames: ExpiringRecords = {
  count: (db, before) => countAuditLabels(db, [{ kind: auditKind }], before),
  remove: (_ctx, { tx }, before, limit) =>
    clearAuditLabelsBefore(tx, [{ kind: auditKind }], before, limit),
};
