import { steps } from '#server/database/migrations/all.ts';
import type { Step } from '#server/database/migrations/steps.ts';

/** A migration that the next release could have: a column, a table with rows, an index, a trigger. */
const next: Step = {
  name: '999-next',
  up: ({ id, strict }) => [
    "alter table damages add column next text not null default ''",
    "update damages set next = driver_name || ' ' || damage_date",
    `create table next_notes (
      id ${id},
      job_id integer not null references jobs (id) on delete cascade,
      text text not null
    ) ${strict}`,
    'create index next_notes_job on next_notes (job_id)',
    'insert into next_notes (job_id, text) select id, skills from jobs',
    'create index inquiries_next on inquiries (created_at, status)',
  ],
  upSqlite: [
    "create trigger next_damage after insert on damages begin update damages set next = 'new' where damage_id = new.damage_id; end",
  ],
  upPostgres: [
    `create function next_damage() returns trigger language plpgsql as $$
      begin update damages set next = 'new' where damage_id = new.damage_id; return null; end $$`,
    'create trigger next_damage after insert on damages for each row execute function next_damage()',
  ],
};

/** The migrations of the next release. */
export const nextSteps: readonly Step[] = [...steps, next];
