const many = (count: number, one: string, others: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : others}`;

/** Messages about the vehicles and the stops of an inquiry, and about certificates of insurance. */
export const inquiryVehicles = {
  vins: (max: number) => `Paste at most ${max.toLocaleString('en-US')} VINs, as text.`,
  stops: (max: number) => `List at most ${max} stops, no delivery before the pickup.`,
  /** What a text has, the wrong ones by name. */
  found: (count: number, repeated: number, wrong: readonly string[]) =>
    [
      many(count, 'VIN', 'VINs'),
      repeated > 0 && `${repeated} repeated`,
      wrong.length > 0 && `${wrong.length} with a wrong check digit: ${wrong.join(', ')}`,
    ]
      .filter(Boolean)
      .join(', '),
  personal: 'We do not transport personally owned vehicles.',
  certificateReply: 'We email the certificate within one business day.',
  certificate: 'Certificate of insurance',
  checks: { true: 'OK', false: 'Check digit is wrong' },
  kinds: { pickup: 'Pickup', delivery: 'Delivery' },
  saveFailed: 'Failed to update the vehicles.',
  none: 'No VINs yet.',
} as const;
