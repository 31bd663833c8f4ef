import { isOverdue } from '#contract/business-days.ts';
import type { Inquiry, inquiryStatuses } from '#contract/inquiries.ts';
import { mailHref } from '#web/lib/mail-href.ts';

export type Status = (typeof inquiryStatuses)[number];

/** How people read a status. */
export const statusNames: Record<Status, string> = {
  new: 'New',
  contacted: 'Contacted',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
};

export interface Filter {
  search: string;
  /** '' for all; 'overdue' for those that wait too long. */
  status: Status | 'overdue' | '';
}

/** The inquiries that match, newest first. */
export function filtered(list: readonly Inquiry[], filter: Filter, now: Date): Inquiry[] {
  const search = filter.search.trim().toLowerCase();
  return list.filter((inquiry) => {
    if (filter.status === 'overdue' && !isOverdue(inquiry, now)) return false;
    if (filter.status !== '' && filter.status !== 'overdue' && inquiry.status !== filter.status) {
      return false;
    }
    return search === '' || haystack(inquiry).includes(search);
  });
}

function haystack(inquiry: Inquiry): string {
  return [
    inquiry.reference,
    inquiry.company_name,
    inquiry.contact_person,
    inquiry.email_address,
    inquiry.phone_number,
    inquiry.pickup_location,
    inquiry.delivery_location,
    inquiry.note,
  ]
    .join('\n')
    .toLowerCase();
}

/**
 * The version that a form stands on once it is saved. The list read since knows it, for saving what
 * was stored already raises none; where the list says something else, somebody else was there.
 */
export function versionAfter(
  saved: { status?: Status | undefined; note?: string | undefined },
  readAt: number,
  stored: Inquiry | undefined,
): number {
  const same = stored?.status === saved.status && stored?.note === saved.note;
  return stored && same ? stored.version : readAt + 1;
}

/** What is to be moved, in a few words. */
export function load(inquiry: Inquiry): string {
  const { number_of_vehicles: count, vehicle_condition, vehicle_type } = inquiry;
  const many = count !== null && count !== 1;
  return [
    count?.toLocaleString('en-US') ?? null,
    vehicle_condition,
    many ? `${vehicle_type}s` : vehicle_type,
  ]
    .filter((part) => part !== null)
    .join(' ');
}

/** A website as a link: http and https only, a bare host as https; null for anything else. */
export function webHref(website: string): string | null {
  const text = /^[a-z][a-z0-9+.-]*:/i.test(website) ? website : `https://${website}`;
  try {
    const url = new URL(text);
    const web = url.protocol === 'http:' || url.protocol === 'https:';
    return web && url.hostname.includes('.') ? url.href : null;
  } catch {
    return null;
  }
}

/** A mail to the sender with the reference in its subject. */
export function replyHref(inquiry: Inquiry): string {
  return mailHref(inquiry.email_address, {
    subject: `Your transport inquiry ${inquiry.reference}`,
  });
}
