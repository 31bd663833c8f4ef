/**
 * The company profile: the file to edit for another company. Longer content is in separate files, so that pages load
 * only what they show: authority.ts, lanes.ts (then run scripts/make-coverage-map.ts), company-testimonials.ts, directory.ts,
 * driver-file-kinds.ts, mobile-apps.ts, office-hours.ts, time-off-kinds.ts and legal.ts. Words of the trade that are refused as passwords are in password-rules.ts. All values are invented.
 */

interface Phone {
  label: string;
  spanish: string;
  /** Formatted for display. */
  number: string;
}

/** The `tel:` URL of a formatted number; without a country code a US number. */
export function telHref(number: string): string {
  const digits = number.replace(/\D/g, '');
  if (number.trim().startsWith('+') || /^1\d{10}$/.test(digits)) return `tel:+${digits}`;
  return digits.length === 10 ? `tel:+1${digits}` : `tel:${digits}`;
}

export const company = {
  name: 'Kestrel Auto Transport',
  shortName: 'Kestrel',
  founded: 1967,
  generation: 'third-generation',
  product: 'car haulers',
  fleetSize: 60,
  carsPerLoad: '7-10',
  homeRegion: 'Chicagoland',
  hub: {
    street: '4480 South 90th Street',
    city: 'Omaha',
    state: 'Nebraska',
    stateCode: 'NE',
    zip: '68127',
  },
  address: {
    street: '2140 Millsdale Road',
    city: 'Joliet',
    state: 'IL',
    stateName: 'Illinois',
    zip: '60433',
    mapUrl:
      'https://www.google.com/maps/search/?api=1&query=2140%20Millsdale%20Road%2C%20Joliet%2C%20IL%2060433',
  },
  phones: {
    general: { label: 'General inquiries', spanish: 'Información general', number: '815-555-0100' },
    customerService: {
      label: 'Customer service',
      spanish: 'Atención al cliente',
      number: '815-555-0120',
    },
    billing: { label: 'Billing', spanish: 'Facturación', number: '815-555-0140' },
  } satisfies Record<string, Phone>,
  email: 'dispatch@kestrel.example.com',
  /** The dispatch line in the directory. */
  dispatchPhone: '815-555-0110',
  /** '' shows the icon without a link; LinkedIn is required. */
  facebook: '',
  instagram: '',
  linkedIn: 'https://www.linkedin.com/company/kestrel-auto-transport-example',
  /** The external payroll and HR site that portal users open in a new tab. */
  hrSite: 'https://hr.example.com/kestrel',
} as const;

/** The words of the profile that Spanish texts use in their place. */
export const companyInSpanish = {
  generation: 'de tercera generación',
  product: 'madrinas',
  carsPerLoad: '7 a 10',
} as const;

/** The three statistics of the info banner. */
export const statistics = [
  { figure: '100,000+', label: 'vehicles per year', spanish: 'vehículos al año' },
  { figure: '100+', label: 'clients nationwide', spanish: 'clientes en todo el país' },
  { figure: '40+', label: 'years of experience', spanish: 'años de experiencia' },
] as const;
