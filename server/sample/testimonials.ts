import { type Approved, linkDays, type TestimonialStatus } from '#contract/testimonials.ts';
import { instantBefore } from './calendar.ts';
import { Dice } from './dice.ts';

export interface SampleTestimonial {
  /** Company of the won inquiry. */
  inquirer: string;
  status: TestimonialStatus;
  /** Of a code that nobody knows. */
  codeHash: string;
  words: Approved;
  invitedAt: string;
  expiresAt: string;
  writtenAt: string | null;
  decidedAt: string | null;
}

/** Company, who, role, city, state, quote ('': not written), status, days ago asked, written and decided. */
type Entry = readonly [
  ...who: [string, string, string, string, string],
  quote: string,
  TestimonialStatus,
  ...daysAgo: [number, number | null, number | null],
];

const entries: readonly Entry[] = [
  [
    'Midland Vocational College',
    'Dr. Faith Adeyemi',
    'Dean of Automotive Technology',
    'Bloomington',
    'IL',
    'They carried four donated cars at cost, unloaded them in the order of our lesson plan, and let thirty students ask the driver questions for an hour. Two of them work for Kestrel now.',
    'approved',
    36,
    33,
    32,
  ],
  [
    'Heartland Electric Cooperative',
    'Sue Ellen Packard',
    'Purchasing',
    'Grand Island',
    'NE',
    'All fine so far. They are also four dollars a mile, which is less than the other two we had before, whose names I would rather not write here but anybody in Grand Island can tell you.',
    'declined',
    30,
    26,
    25,
  ],
  [
    'Sunrise Solar Installers',
    'Mónica Reyes',
    'Operations Manager',
    'Naperville',
    'IL',
    'Our crews started on the 1st and the vans were here on the 30th. Ladder racks on, not a mark, and a driver who asked where we wanted each one.',
    'waiting',
    9,
    3,
    null,
  ],
  [
    'Kaskaskia Valley Hyundai',
    'Troy Zimmermann',
    'General Manager',
    'Effingham',
    'IL',
    'The factory carrier was three weeks out. Kestrel loaded on a Thursday and I sold the first car off their ramp on Friday at ten past twelve.',
    'waiting',
    8,
    1,
    null,
  ],
  ['Twin Harbors Auto Group', 'Pete Lahti', '', '', '', '', 'invited', 5, null, null],
];

/** What clients were asked to say about the work, in the order in which they were asked. */
export function sampleTestimonials(now: Date): SampleTestimonial[] {
  const dice = new Dice('testimonials');
  return entries.map((entry) => {
    const [company, client, role, city, state, quote, status, asked, written, decided] = entry;
    const invitedAt = instantBefore(now, asked, dice.whole(9 * 60, 11 * 60));
    const then = (daysAgo: number | null, from: number, to: number) =>
      daysAgo === null ? null : instantBefore(now, daysAgo, dice.whole(from * 60, to * 60));
    const isWritten = written !== null;
    return {
      inquirer: company,
      status,
      codeHash: dice.signs('0123456789abcdef', 64),
      words: isWritten
        ? { quote, client, role, company, city, state }
        : { quote: '', client: '', role: '', company: '', city: '', state: '' },
      invitedAt,
      expiresAt: new Date(Date.parse(invitedAt) + linkDays * 86_400_000).toISOString(),
      writtenAt: then(written, 7, 12),
      decidedAt: then(decided, 13, 17),
    };
  });
}
