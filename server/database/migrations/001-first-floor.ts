import { appendOnly, type Step } from './steps.ts';

/** Accounts, jobs, inquiries, applications, stored objects, outgoing mail and the audit log. */
export const firstFloor: Step = {
  name: '001-first-floor',
  up: ({ id, int8, strict }) => [
    `create table users (
      user_id ${id},
      username text not null,
      username_key text not null,
      user_email text not null,
      email_key text not null,
      phone_number text not null default '',
      password_hash text not null,
      user_role text not null check (user_role in ('admin', 'employee')),
      token_version integer not null default 1,
      version integer not null default 1,
      created_at text not null,
      closed_at text
    ) ${strict}`,
    'create unique index users_open_username on users (username_key) where closed_at is null',
    'create unique index users_open_email on users (email_key) where closed_at is null',

    `create table employees (
      employee_id ${id},
      user_id integer unique references users (user_id),
      first_name text not null default '',
      last_name text not null default '',
      department text not null default '',
      position text not null default '',
      hire_date text,
      pto_hundredths integer not null default 0 check (pto_hundredths >= 0),
      work_hundredths integer not null default 0 check (work_hundredths >= 0),
      version integer not null default 1,
      created_at text not null
    ) ${strict}`,

    `create table sessions (
      jti text primary key,
      user_id integer not null references users (user_id),
      token_version integer not null,
      created_at text not null,
      expires_at text not null,
      ended_at text
    ) ${strict}`,
    'create index sessions_user on sessions (user_id)',
    'create index sessions_expiry on sessions (expires_at)',

    `create table jobs (
      id ${id},
      position text not null,
      location text not null,
      department text not null check (department in
        ('All', 'Logistics', 'Operations', 'Vehicle Maintenance', 'Fleet Management', 'Finance')),
      date_posted text not null,
      company_information text not null,
      role_information text not null,
      job_responsibilities text not null,
      skills text not null,
      description_of_benefits text not null default '',
      company_culture text not null,
      version integer not null default 1,
      created_at text not null
    ) ${strict}`,
    'create index jobs_newest on jobs (date_posted desc, id desc)',

    `create table inquiries (
      id ${id},
      reference text not null unique,
      status text not null default 'new' check (status in ('new', 'contacted', 'quoted', 'won', 'lost')),
      flagged integer not null default 0 check (flagged in (0, 1)),
      note text not null default '',
      created_at text not null,
      version integer not null default 1,
      company_name text not null,
      contact_person text not null,
      company_address text not null default '',
      phone_number text not null default '',
      email_address text not null,
      website text not null default '',
      vehicle_type text not null check (vehicle_type in ('car', 'truck', 'van')),
      number_of_vehicles integer check (number_of_vehicles >= 0),
      vehicle_dimension text not null default '',
      vehicle_condition text not null check (vehicle_condition in ('new', 'used', 'salvaged')),
      special_handling text not null default '',
      pickup_location text not null,
      pickup_date text,
      pickup_facilities text not null default '',
      delivery_location text not null,
      delivery_date text,
      delivery_facilities text not null default '',
      additional_info text not null default ''
    ) ${strict}`,
    'create index inquiries_newest on inquiries (created_at desc, id desc)',

    `create table objects (
      key text primary key,
      kind text not null,
      media_type text not null,
      size ${int8} not null check (size >= 0),
      sha256 text not null,
      original_name text not null,
      created_at text not null
    ) ${strict}`,

    `create table applications (
      id ${id},
      created_at text not null,
      job_id integer references jobs (id) on delete set null,
      position text,
      resume_path text unique references objects (key),
      first_name text not null,
      middle_initial text not null,
      last_name text not null,
      phone text not null,
      email text not null,
      street_address text not null,
      city text not null,
      state text not null,
      zipcode text not null default '',
      gender text not null check (gender in ('Male', 'Female', 'Decline')),
      race text not null,
      has_cdl_license integer not null check (has_cdl_license in (0, 1)),
      cdl_license_number text not null default '',
      cdl_license_state text not null default '',
      cdl_expiration_date text,
      has_dot_card integer not null check (has_dot_card in (0, 1)),
      can_pass_dot_drug_test integer not null check (can_pass_dot_drug_test in (0, 1)),
      manual_transmission_endorsement integer not null check (manual_transmission_endorsement in (0, 1)),
      car_hauling_experience_years integer not null default 0 check (car_hauling_experience_years >= 0),
      is_over_25 integer not null check (is_over_25 in (0, 1)),
      has_driver_license integer not null check (has_driver_license in (0, 1)),
      driver_license_number text not null default '',
      driver_license_state text not null default '',
      driver_license_expiration text,
      has_manual_transmission_experience integer not null check (has_manual_transmission_experience in (0, 1)),
      authorized_to_work_us integer not null check (authorized_to_work_us in (0, 1)),
      requires_sponsorship integer not null check (requires_sponsorship in (0, 1)),
      certification integer not null check (certification in (0, 1))
    ) ${strict}`,
    'create index applications_newest on applications (created_at desc, id desc)',
    'create index applications_job on applications (job_id)',

    `create table work_experiences (
      id ${id},
      application_id integer not null references applications (id) on delete cascade,
      company text not null,
      position text not null,
      from_date text,
      to_date text,
      is_current integer not null check (is_current in (0, 1)),
      description text not null default ''
    ) ${strict}`,
    'create index work_experiences_application on work_experiences (application_id)',

    `create table work_references (
      id ${id},
      application_id integer not null references applications (id) on delete cascade,
      first_name text not null,
      last_name text not null,
      phone text not null,
      email text not null,
      relationship text not null default ''
    ) ${strict}`,
    'create index work_references_application on work_references (application_id)',

    `create table outbox (
      id ${id},
      message_id text not null unique,
      recipient text not null,
      reply_to text not null default '',
      subject text not null,
      body_text text not null,
      body_html text not null default '',
      created_at text not null,
      next_try_at text not null,
      tries integer not null default 0,
      claimed_until text,
      sent_at text,
      dead_at text,
      last_error text not null default ''
    ) ${strict}`,
    'create index outbox_due on outbox (next_try_at) where sent_at is null and dead_at is null',

    `create table audit (
      id ${id},
      at text not null,
      user_id integer references users (user_id),
      action text not null,
      target_kind text not null default '',
      target_id text not null default '',
      ip text not null default '',
      detail text not null default '{}'
    ) ${strict}`,
    'create index audit_newest on audit (at desc, id desc)',
    'create index audit_user on audit (user_id, id)',

    `create table replays (
      caller text not null,
      call text not null,
      key text not null,
      body_sha256 text not null,
      status integer not null,
      reply text not null,
      created_at text not null,
      primary key (caller, call, key)
    ) ${strict}`,
    'create index replays_age on replays (created_at)',

    `create table facts (
      name text primary key,
      value text not null
    ) ${strict}`,
  ],
  ...appendOnly('audit', 'audit'),
};
