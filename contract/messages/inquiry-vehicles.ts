/** Messages about the vehicles and the stops of an inquiry, and about certificates of insurance. */
export const inquiryVehicles = {
  vins: (max: number) => `Paste at most ${max.toLocaleString('en-US')} VINs, as text.`,
  stops: (max: number) => `List at most ${max} stops, no delivery before the pickup.`,
  personal: 'We do not transport personally owned vehicles.',
  certificateReply: 'We email the certificate within one business day.',
  certificate: 'Certificate of insurance',
  checks: { true: 'OK', false: 'Check digit is wrong' },
  kinds: { pickup: 'Pickup', delivery: 'Delivery' },
  saveFailed: 'Failed to update the vehicles.',
  none: 'No VINs yet.',
} as const;

/** '3 VINs, 1 with a wrong check digit, 1 pasted twice': what a text has; '' for none. */
export function vinSummary(count: number, invalid: number, repeated: number): string {
  if (count === 0) return '';
  return [
    `${count.toLocaleString('en-US')} ${count === 1 ? 'VIN' : 'VINs'}`,
    invalid > 0 && `${invalid} with a wrong check digit`,
    repeated > 0 && `${repeated} repeated`,
  ]
    .filter(Boolean)
    .join(', ');
}
