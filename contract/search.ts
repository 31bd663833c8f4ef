import * as z from 'zod/mini';
import { field } from './messages/general.ts';
import { endpoint } from './wire/endpoint.ts';
import { atLeast, line } from './wire/fields.ts';

/** Minimum and maximum characters of a search. */
export const searchLength = { min: 2, max: 100 } as const;

/** Maximum number of results of a kind. */
export const maxFound = 5;

/** In the order of the results. */
export const foundKinds = [
  ...(['person', 'inquiry', 'application', 'job', 'document', 'claim', 'damage'] as const),
] as const;
export type FoundKind = (typeof foundKinds)[number];

export const found = z.object({
  kind: z.enum(foundKinds),
  title: z.string(),
  detail: z.string().check(z.describe('What distinguishes it from others with this title.')),
  path: z.string().check(z.describe('Its page in the portal.')),
});
export type Found = z.output<typeof found>;

export const searchPortal = endpoint({
  name: 'searchPortal',
  method: 'GET',
  path: '/api/search',
  access: 'signed-in',
  summary: `Finds records with all words of \`q\`, without case and accents, at most ${maxFound} of a kind, newest first: for admins people, inquiries, applications, jobs, files, claims and damages; for employees the directory, open jobs and what is their own. It reads the newest 2,000 records of each kind.`,
  query: z.object({
    q: line(searchLength.max).check(atLeast(searchLength.min, field.tooShort(searchLength.min))),
  }),
  status: 200,
  reply: z.array(found),
});
