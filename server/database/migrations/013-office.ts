import type { Step } from './steps.ts';

/** Opened applications, inquiry notes as a thread, labels of audit entries, and unsent mail. */
export const office: Step = {
  name: '013-office',
  up: ({ id, strict }) => [
    'alter table applications add column opened_at text',
    'alter table applications add column opened_by integer references users (user_id)',
    // Opening the list used to mark all applications.
    `update applications
      set opened_at = (select max(at) from seen where room = 'applications')
      where created_at <= (select max(at) from seen where room = 'applications')`,
    'create index outbox_dead on outbox (dead_at, id) where dead_at is not null',
    'create index applications_unopened on applications (id) where opened_at is null',

    `create table inquiry_notes (
      id ${id},
      inquiry_id integer not null references inquiries (id) on delete cascade,
      author_id integer references users (user_id),
      text text not null,
      created_at text not null
    ) ${strict}`,
    'create index inquiry_notes_inquiry on inquiry_notes (inquiry_id, id)',
    // The audit log has the author and time of the current note.
    `insert into inquiry_notes (inquiry_id, author_id, text, created_at)
      select inquiries.id, written.user_id, inquiries.note,
        coalesce(written.at, inquiries.created_at)
      from inquiries left join audit as written on written.id = (
        select max(audit.id) from audit
        where audit.action = 'inquiry.update' and audit.target_kind = 'inquiry'
          and audit.target_id = cast(inquiries.id as text)
          and audit.detail like '%"noteChanged":true%'
      )
      where inquiries.note <> ''
      order by inquiries.id`,

    // The target's name at the time, and the same without case and accents for the search.
    "alter table audit add column label text not null default ''",
    "alter table audit add column label_folded text not null default ''",
  ],
};
