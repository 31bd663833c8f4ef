import { appendOnly, type Step } from './steps.ts';

/** The ledger of hours, damages, notifications, password links. */
export const people: Step = {
  name: '002-people',
  up: ({ id, int8, strict }) => [
    `create table hours_ledger (
      id ${id},
      employee_id integer not null references employees (employee_id),
      kind text not null check (kind in ('pto', 'work')),
      before_hundredths integer not null check (before_hundredths >= 0),
      after_hundredths integer not null check (after_hundredths >= 0),
      reason text not null default '',
      user_id integer references users (user_id),
      at text not null
    ) ${strict}`,
    'create index hours_ledger_newest on hours_ledger (at desc, id desc)',
    'create index hours_ledger_employee on hours_ledger (employee_id, at desc, id desc)',
    // Balances from before the ledger become its opening entries.
    `insert into hours_ledger (employee_id, kind, before_hundredths, after_hundredths, at)
      select employee_id, 'pto', 0, pto_hundredths, created_at from employees where pto_hundredths > 0`,
    `insert into hours_ledger (employee_id, kind, before_hundredths, after_hundredths, at)
      select employee_id, 'work', 0, work_hundredths, created_at from employees where work_hundredths > 0`,

    `create table damages (
      damage_id ${id},
      employee_id integer not null references employees (employee_id),
      driver_name text not null,
      damage_date text not null,
      amount_cents ${int8} not null check (amount_cents >= 0),
      damage_description text not null,
      version integer not null default 1,
      created_at text not null
    ) ${strict}`,
    'create index damages_newest on damages (damage_date desc, damage_id desc)',
    'create index damages_employee on damages (employee_id, damage_date desc, damage_id desc)',

    `create table notifications (
      notification_id ${id},
      message text not null,
      sender_id integer references users (user_id),
      created_at text not null
    ) ${strict}`,
    `create table notification_recipients (
      notification_id integer not null references notifications (notification_id),
      user_id integer not null references users (user_id),
      read_at text,
      primary key (user_id, notification_id)
    ) ${strict}`,
    'create index notification_recipients_unread on notification_recipients (user_id, notification_id) where read_at is null',

    `create table password_resets (
      code_hash text primary key,
      user_id integer not null references users (user_id),
      made_by integer references users (user_id),
      created_at text not null,
      expires_at text not null,
      used_at text
    ) ${strict}`,
    'create index password_resets_user on password_resets (user_id)',

    `create table seen (
      user_id integer not null references users (user_id),
      room text not null,
      at text not null,
      primary key (user_id, room)
    ) ${strict}`,
    'create index audit_target on audit (target_kind, target_id, id)',
  ],
  ...appendOnly('hours_ledger', 'the ledger'),
};
