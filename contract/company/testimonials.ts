import { company } from './profile.ts';

interface Testimonial {
  quote: string;
  client: string;
  role: string;
  company: string;
  city: string;
  state: string;
}

/** The company's own testimonials: part of the company profile, in a separate file so that most pages don't load them. */
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
    quote: `Sale day is Thursday and the lane has to be empty by Friday noon. ${company.shortName} puts nine at a time on the road and tells me where each one is.`,
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
    city: 'Lincoln',
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
