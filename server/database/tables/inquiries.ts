import type { Generated } from 'kysely';

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
