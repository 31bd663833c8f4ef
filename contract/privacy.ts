import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';

/** Months; null: no limit. */
const months = z.nullable(z.int());

export const privacyFacts = z.object({
  /** The day of the current notice. */
  notice: z.string(),
  /** How long records are kept. */
  retention: z.object({
    applications: months,
    inquiries: months,
    messages: months,
    submissions: months,
    driver_files: months,
    audit_addresses: months,
    unsent_mail: months,
  }),
});
export type PrivacyFacts = z.output<typeof privacyFacts>;

export const getPrivacy = endpoint({
  name: 'getPrivacy',
  method: 'GET',
  path: '/api/privacy',
  access: 'public',
  summary: 'Returns the version of the privacy notice and how long records are kept.',
  status: 200,
  reply: privacyFacts,
});
