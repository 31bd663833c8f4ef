import type { Generated } from 'kysely';
import type { Language } from '#contract/text/languages.ts';
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
  /** `email_address` as it is compared (contact-keys.ts). */
  email_key: Generated<string>;
  website: string;
  vehicle_type: 'car' | 'truck' | 'van';
  number_of_vehicles: number | null;
  /** 1 when the number is the count of its VINs; 0 when a person typed it, or there is none. */
  vehicles_counted: Generated<number>;
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
  kind: Generated<'quote' | 'certificate'>;
  /** The admin who answers it. */
  owner_id: Generated<number | null>;
  next_step: Generated<string>;
  next_step_on: Generated<string | null>;
  /** When the first reply is due; null once it isn't new. */
  due_at: Generated<string | null>;
  /** The day of the pickup that the office has planned. */
  scheduled_on: Generated<string | null>;
  /** When it first left 'new'. */
  replied_at: Generated<string | null>;
  /** When it was won or lost. */
  decided_at: Generated<string | null>;
  /** The due instant or next step's day that was escalated. */
  escalated_for: Generated<string | null>;
  /** Messages of the sender that no admin has seen. */
  unread: Generated<number>;
  /** Of the form that was sent, and of what the sender is mailed. */
  language: Generated<Language>;
}

/** The timeline of an inquiry: notes of the office, words of its sender, what happened; append-only. */
export interface InquiryNotesTable {
  id: Generated<number>;
  inquiry_id: number;
  /** Null in notes older than authors. */
  author_id: number | null;
  text: string;
  created_at: string;
  /** 'note', 'customer', or what happened. */
  kind: Generated<string>;
  /** The name that the sender typed, with kind 'customer'. */
  sender: Generated<string>;
}

export interface InquiryVinsTable {
  id: Generated<number>;
  inquiry_id: number;
  vin: string;
  is_valid: number;
  /** Model year; null when position 10 leaves it open. */
  year: number | null;
}

export interface InquiryStopsTable {
  id: Generated<number>;
  inquiry_id: number;
  /** Order on the way, from 0. */
  place: number;
  kind: 'pickup' | 'delivery';
  location: string;
  stop_date: string | null;
  vehicles: number | null;
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
