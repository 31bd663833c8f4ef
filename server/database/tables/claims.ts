import type { Generated } from 'kysely';
import type { Claim, ClaimStatus, DriverResponse } from '#contract/claims.ts';
import type { Schema } from '../migrations/steps.ts';

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

/** A deleted damage takes its claim along. */
export const claimsSchema: Schema = {
  up: ({ id, strict }) => [
    `create table claims (
      damage_id integer primary key references damages (damage_id) on delete cascade,
      status text not null default 'reported'
        check (status in ('reported', 'acknowledged', 'in_review', 'paid', 'declined', 'closed')),
      received_on text,
      customer text not null default '',
      vin text not null default '' check (length(vin) <= 100),
      damage_code text not null default '' check (length(damage_code) in (0, 5)),
      stage text not null default '' check (stage in ('', 'pickup', 'transit', 'delivery')),
      place text not null default '',
      driver_response text check (driver_response in ('acknowledged', 'disputed')),
      response_note text not null default '',
      responded_at text,
      version integer not null default 1,
      created_at text not null
    ) ${strict}`,
    'create index claims_newest on claims (created_at desc, damage_id desc)',
    'create index claims_status on claims (status, received_on)',

    `create table claim_photos (
      id ${id},
      damage_id integer not null references claims (damage_id) on delete cascade,
      object_key text not null unique references objects (key),
      captured_at text,
      uploaded_by integer not null references users (user_id),
      created_at text not null
    ) ${strict}`,
    'create index claim_photos_damage on claim_photos (damage_id, id)',

    `create table claim_changes (
      id ${id},
      damage_id integer not null references claims (damage_id) on delete cascade,
      user_id integer not null references users (user_id),
      at text not null,
      field text not null,
      before text not null,
      after text not null
    ) ${strict}`,
    'create index claim_changes_damage on claim_changes (damage_id, id)',
  ],
};
