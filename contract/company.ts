/** The company profile: the one file to edit for another company (its map: lanes.ts). All sample values are invented. */

interface Phone {
  label: string;
  /** As people read it. */
  number: string;
}

/** The `tel:` address of a number as people write it: theirs with its country, else a United States one. */
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
  /** What the fleet is made of. */
  product: 'car haulers',
  fleetSize: 60,
  carsPerLoad: '7-10',
  homeRegion: 'Chicagoland',
  hub: { city: 'Omaha', state: 'Nebraska' },
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
    general: { label: 'General inquiries', number: '815-555-0100' },
    customerService: { label: 'Customer service', number: '815-555-0120' },
    billing: { label: 'Billing', number: '815-555-0140' },
  } satisfies Record<string, Phone>,
  email: 'dispatch@kestrel.example.com',
  linkedIn: 'https://www.linkedin.com/company/kestrel-auto-transport-example',
  /** The external payroll and HR site that portal users open in a new tab. */
  hrSite: 'https://hr.example.com/kestrel',
} as const;

/** The three figures of the info banner. */
export const statistics = [
  { figure: '100,000+', label: 'vehicles per year' },
  { figure: '100+', label: 'clients nationwide' },
  { figure: '40+', label: 'years of experience' },
] as const;

export interface Testimonial {
  quote: string;
  client: string;
  role: string;
  company: string;
  city: string;
  state: string;
}

export const testimonials: readonly Testimonial[] = [
  {
    quote:
      'I have sold cars off their trucks for nineteen years. The driver calls an hour out, the sheet matches the load, and I have yet to find a scratch they did not find first.',
    client: 'Dale Brzezinski',
    role: 'Manager',
    company: 'Prairie Crossing Chevrolet',
    city: 'Naperville',
    state: 'IL',
  },
  {
    quote:
      'Sale day is Thursday and the lane has to be empty by Friday noon. Kestrel puts nine at a time on the road and tells me where each one is.',
    client: 'Yolanda Pruitt',
    role: 'Sales Manager',
    company: 'Three Rivers Auto Auction',
    city: 'Davenport',
    state: 'IA',
  },
  {
    quote:
      'We moved 240 service vans between four states in three weeks. One dispatcher, one invoice, and nobody at our end had to chase a truck.',
    client: 'Greg Ostrowski',
    role: 'Fleet Manager',
    company: 'Northline Utility Services',
    city: 'Omaha',
    state: 'NE',
  },
  {
    quote:
      'When a storm shut I-80 they rang before I did, with a new time and a reason. The new time was right to the half hour.',
    client: 'Simone Achterberg',
    role: 'Sales Manager',
    company: 'Lakeshore Imports',
    city: 'Milwaukee',
    state: 'WI',
  },
];
