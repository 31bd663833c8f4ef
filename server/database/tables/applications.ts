import type { Generated } from 'kysely';

export interface ApplicationsTable {
  id: Generated<number>;
  created_at: string;
  job_id: number | null;
  position: string | null;
  /** Key of the resume in `objects`. */
  resume_path: string | null;
  first_name: string;
  middle_initial: string;
  last_name: string;
  phone: string;
  email: string;
  street_address: string;
  city: string;
  state: string;
  zipcode: string;
  gender: string;
  race: string;
  has_cdl_license: number;
  cdl_license_number: string;
  cdl_license_state: string;
  cdl_expiration_date: string | null;
  has_dot_card: number;
  can_pass_dot_drug_test: number;
  manual_transmission_endorsement: number;
  car_hauling_experience_years: number;
  is_over_25: number;
  has_driver_license: number;
  driver_license_number: string;
  driver_license_state: string;
  driver_license_expiration: string | null;
  has_manual_transmission_experience: number;
  authorized_to_work_us: number;
  requires_sponsorship: number;
  certification: number;
  /** First opened by an admin; null while it is new. */
  opened_at: string | null;
  opened_by: number | null;
  /** The privacy notice that the form showed, by its day; '' in applications older than versions. */
  privacy_version: Generated<string>;
  /** Possible spam: it arrived in a flood. */
  flagged: Generated<number>;
}

export interface WorkExperiencesTable {
  id: Generated<number>;
  application_id: number;
  company: string;
  position: string;
  from_date: string | null;
  to_date: string | null;
  is_current: number;
  description: string;
}

export interface WorkReferencesTable {
  id: Generated<number>;
  application_id: number;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  relationship: string;
}
