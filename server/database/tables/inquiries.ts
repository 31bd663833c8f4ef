import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

export interface InquiriesTable {
  id: Generated<number>;
  reference: string;
  status: 'new' | 'contacted' | 'quoted' | 'won' | 'lost';
  flagged: number;
  note: string;
  created_at: string;
  version: Generated<number>;
  company_name: string;
  contact_person: string;
  company_address: string;
  phone_number: string;
  email_address: string;
  website: string;
  vehicle_type: 'car' | 'truck' | 'van';
  number_of_vehicles: number | null;
  vehicle_dimension: string;
  vehicle_condition: 'new' | 'used' | 'salvaged';
  special_handling: string;
  pickup_location: string;
  pickup_date: string | null;
  pickup_facilities: string;
  delivery_location: string;
  delivery_date: string | null;
  delivery_facilities: string;
  additional_info: string;
}

/** Notes of the office on an inquiry; append-only. */
export interface InquiryNotesTable {
  id: Generated<number>;
  inquiry_id: number;
  /** Null in notes older than authors. */
  author_id: number | null;
  text: string;
  created_at: string;
}

export const inquiriesSchema: Schema = {
  up: ({ id, strict }) => [
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
    "create index inquiries_new on inquiries (created_at) where status = 'new'",
    "create index inquiries_flagged on inquiries (created_at, id) where flagged = 1 and status = 'new' and version = 1",

    `create table inquiry_notes (
      id ${id},
      inquiry_id integer not null references inquiries (id) on delete cascade,
      author_id integer references users (user_id),
      text text not null,
      created_at text not null
    ) ${strict}`,
    'create index inquiry_notes_inquiry on inquiry_notes (inquiry_id, id)',
  ],
};
