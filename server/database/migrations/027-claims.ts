import type { Step } from './steps.ts';

/** Claims of damages, with photos and a history of changes; a deleted damage takes them along. */
export const claims: Step = {
  name: '027-claims',
  up: ({ id, strict }) => [
    `create table claims (
      damage_id integer primary key references damages (damage_id) on delete cascade,
      status text not null default 'reported'
        check (status in ('reported', 'acknowledged', 'in_review', 'paid', 'declined', 'closed')),
      received_on text,
      customer text not null default '',
      vin text not null default '' check (length(vin) in (0, 17)),
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
