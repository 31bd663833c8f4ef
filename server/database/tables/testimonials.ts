import type { Generated } from 'kysely';
import type { TestimonialStatus } from '#contract/testimonials.ts';

export interface TestimonialsTable {
  id: Generated<number>;
  inquiry_id: number;
  status: TestimonialStatus;
  /** SHA-256 of the link's code, hex. */
  code_hash: string;
  /** The link's recipient. */
  email: string;
  invited_by: number;
  invited_at: string;
  expires_at: string;
  quote: string;
  client: string;
  role: string;
  company: string;
  city: string;
  state: string;
  written_at: string | null;
  decided_by: number | null;
  decided_at: string | null;
  version: Generated<number>;
}
