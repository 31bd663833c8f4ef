import type { Inquiry, inquiryStatuses } from '#contract/inquiries.ts';
import { inquiryVehicles as vehicleMessages } from '#contract/messages/inquiry-vehicles.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { foldText } from '#contract/text/text-fold.ts';
import { mailHref } from '#web/lib/format/mail-href.ts';

export type Status = (typeof inquiryStatuses)[number];

/** Number, condition and type of the vehicles. */
export function vehiclesText(inquiry: Inquiry): string {
  if (inquiry.kind === 'certificate') return '';
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

/** The URL of a website: http and https only, https for a bare host; null for anything else. */
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

/** The next step with its day, as MM/DD/YYYY; '' for none. */
export function nextStepText({ next_step, next_step_on }: Inquiry): string {
  return [next_step, usCalendarDay(next_step_on)].filter(Boolean).join(', ');
}

/** The sender's earlier inquiries, newest first. */
export function earlierOf(inquiry: Inquiry, all: readonly Inquiry[]): Inquiry[] {
  const sender = foldText(inquiry.email_address);
  return all.filter(
    (other) =>
      other.id !== inquiry.id &&
      other.created_at <= inquiry.created_at &&
      foldText(other.email_address) === sender,
  );
}

/** A mailto URL to the sender with the reference in its subject. */
export function replyHref(inquiry: Inquiry): string {
  return mailHref(inquiry.email_address, {
    subject: `Your transport inquiry ${inquiry.reference}`,
  });
}

/** 'Ames, IA → Boone, IA (2 more stops)': the places or what else is asked for. */
export function routeText({ kind, stops, ...places }: Inquiry): string {
  if (kind === 'certificate') return vehicleMessages.certificate;
  const more = stops.length - 2;
  const others = more > 0 ? ` (${more} more ${more === 1 ? 'stop' : 'stops'})` : '';
  return `${places.pickup_location} → ${places.delivery_location}${others}`;
}
