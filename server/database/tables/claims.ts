import type { Generated } from 'kysely';
import type { Claim, ClaimStatus, DriverResponse } from '#contract/claims.ts';

/** One per damage that became a claim. */
export interface ClaimsTable {
  damage_id: number;
  status: Generated<ClaimStatus>;
  received_on: string | null;
  customer: Generated<string>;
  vin: Generated<string>;
  damage_code: Generated<string>;
  stage: Generated<Claim['stage']>;
  place: Generated<string>;
  driver_response: DriverResponse | null;
  response_note: Generated<string>;
  responded_at: string | null;
  version: Generated<number>;
  created_at: string;
}

export interface ClaimPhotosTable {
  id: Generated<number>;
  damage_id: number;
  object_key: string;
  /** By the photo's EXIF data. */
  captured_at: string | null;
  uploaded_by: number;
  created_at: string;
}

/** The history that both sides see. */
export interface ClaimChangesTable {
  id: Generated<number>;
  damage_id: number;
  user_id: number;
  at: string;
  field: Claim['changes'][number]['field'];
  before: string;
  after: string;
}
