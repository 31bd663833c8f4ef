import type { Approved } from '../testimonials.ts';
import { currentLanguage } from '../text/languages.ts';
import { company } from './profile.ts';

interface Testimonial extends Approved {
  /** The client wrote English. */
  spanish: { quote: string; role: string };
}

/** The company's own testimonials: part of the company profile, in a separate file so that most pages don't load them. */
export const testimonials: readonly Testimonial[] = [
  {
    quote:
      'I have sold cars off their trucks for nineteen years. The driver calls an hour out, the sheet matches the load, and I have yet to find a scratch they did not find first.',
    spanish: {
      quote:
        'Llevo diecinueve años vendiendo autos que bajan de sus camiones. El chofer llama una hora antes, la hoja coincide con la carga y no he visto un rayón que ellos no vieran primero.',
      role: 'Gerente',
    },
    client: 'Dale Brzezinski',
    role: 'Manager',
    company: 'Prairie Crossing Chevrolet',
    city: 'Naperville',
    state: 'IL',
  },
  {
    quote: `Sale day is Thursday and the lane has to be empty by Friday noon. ${company.shortName} puts nine at a time on the road and tells me where each one is.`,
    spanish: {
      quote: `La venta es el jueves y la línea tiene que estar vacía el viernes al mediodía. ${company.shortName} saca nueve autos por viaje y me dice dónde está cada uno.`,
      role: 'Gerente de ventas',
    },
    client: 'Yolanda Pruitt',
    role: 'Sales Manager',
    company: 'Three Rivers Auto Auction',
    city: 'Davenport',
    state: 'IA',
  },
  {
    quote:
      'We moved 240 service vans between four states in three weeks. One dispatcher, one invoice, and nobody at our end had to chase a truck.',
    spanish: {
      quote:
        'Movimos 240 vans de servicio entre cuatro estados en tres semanas. Un despachador, una factura, y nadie tuvo que perseguir un camión.',
      role: 'Gerente de flota',
    },
    client: 'Greg Ostrowski',
    role: 'Fleet Manager',
    company: 'Northline Utility Services',
    city: 'Lincoln',
    state: 'NE',
  },
  {
    quote:
      'When a storm shut I-80 they rang before I did, with a new time and a reason. The new time was right to the half hour.',
    spanish: {
      quote:
        'Cuando una tormenta cerró la I-80, llamaron antes que yo, con otra hora y el motivo. Y se cumplió, con media hora de margen.',
      role: 'Gerente de ventas',
    },
    client: 'Simone Achterberg',
    role: 'Sales Manager',
    company: 'Lakeshore Imports',
    city: 'Milwaukee',
    state: 'WI',
  },
];

/** Those testimonials for readers of the current language. */
export const ownTestimonials = (): (Approved & { isTranslated: boolean })[] =>
  testimonials.map(({ spanish, ...item }) => {
    const isTranslated = currentLanguage() === 'es';
    return { ...item, ...(isTranslated && spanish), isTranslated };
  });
