import type { TableData } from './person-keys.ts';

/** The columns of what applicants and customers sent, and of what is written about it: in `personalData`. */
export const customerTables = {
  applications: {
    personal: [
      ...['created_at', 'position', 'resume_path', 'first_name', 'middle_initial', 'last_name'],
      ...['phone', 'email', 'street_address', 'city', 'state', 'zipcode', 'gender', 'race'],
      ...['has_cdl_license', 'cdl_license_number', 'cdl_license_state', 'cdl_expiration_date'],
      ...['has_dot_card', 'can_pass_dot_drug_test', 'manual_transmission_endorsement'],
      ...['car_hauling_experience_years', 'is_over_25', 'has_driver_license'],
      ...['driver_license_number', 'driver_license_state', 'driver_license_expiration'],
      ...['has_manual_transmission_experience', 'authorized_to_work_us', 'requires_sponsorship'],
      ...['certification', 'opened_at', 'privacy_version', 'stage', 'staged_at', 'driver_history'],
      'language',
    ],
    technical: [
      ...['id', 'job_id', 'opened_by', 'flagged', 'version', 'hired_user_id', 'email_key'],
      ...['person_key', 'first_application'],
    ],
    rows: { id: 'application' },
  },
  application_notes: {
    personal: ['kind', 'text', 'created_at'],
    technical: ['id', 'application_id', 'author_id'],
    rows: { application_id: 'application' },
  },
  application_documents: {
    personal: ['object_key', 'created_at'],
    technical: ['id', 'application_id'],
    rows: { application_id: 'application' },
  },
  application_drafts: {
    personal: ['email', 'form_values', 'created_at', 'expires_at', 'language'],
    technical: [
      ...['id', 'job_id', 'is_quick', 'application_id', 'email_key', 'person_key', 'first_draft'],
      'flagged',
    ],
    withheld: ['code_hash'],
    rows: { email_key: 'email' },
  },
  work_experiences: {
    personal: ['company', 'position', 'from_date', 'to_date', 'is_current', 'description'],
    technical: ['id', 'application_id'],
    rows: { application_id: 'application' },
  },
  work_references: {
    personal: ['first_name', 'last_name', 'phone', 'email', 'relationship'],
    technical: ['id', 'application_id'],
    rows: { application_id: 'application' },
  },
  inquiries: {
    personal: [
      ...['reference', 'status', 'note', 'created_at', 'company_name', 'contact_person'],
      ...['company_address', 'phone_number', 'email_address', 'website', 'vehicle_type'],
      ...['number_of_vehicles', 'vehicle_dimension', 'vehicle_condition', 'special_handling'],
      ...['pickup_location', 'pickup_date', 'pickup_facilities', 'delivery_location'],
      ...['delivery_date', 'delivery_facilities', 'additional_info', 'kind', 'next_step'],
      ...['next_step_on', 'due_at', 'scheduled_on', 'replied_at', 'decided_at', 'language'],
    ],
    technical: [
      ...['id', 'flagged', 'version', 'owner_id', 'escalated_for', 'unread', 'vehicles_counted'],
      'email_key',
    ],
    rows: { id: 'inquiry' },
  },
  inquiry_notes: {
    personal: ['kind', 'sender', 'text', 'created_at'],
    technical: ['id', 'inquiry_id', 'author_id'],
    rows: { inquiry_id: 'inquiry' },
  },
  inquiry_vins: {
    personal: ['vin', 'year'],
    technical: ['id', 'inquiry_id', 'is_valid'],
    rows: { inquiry_id: 'inquiry' },
  },
  inquiry_stops: {
    personal: ['kind', 'location', 'stop_date', 'vehicles'],
    technical: ['id', 'inquiry_id', 'place'],
    rows: { inquiry_id: 'inquiry' },
  },
  status_links: {
    personal: ['expires_at'],
    technical: ['inquiry_id', 'application_id'],
    withheld: ['code_hash', 'encrypted_code'],
    rows: { inquiry_id: 'inquiry', application_id: 'application' },
  },
  quotes: {
    personal: [
      ...['number', 'status', 'valid_until', 'message', 'total_cents', 'created_at', 'sent_at'],
      ...['answered_at', 'answered_by', 'answer_note'],
    ],
    technical: ['quote_id', 'inquiry_id', 'created_by', 'version', 'expiry_noticed_at'],
    rows: { inquiry_id: 'inquiry' },
  },
  quote_lines: {
    technical: ['id', 'quote_id', 'place', 'description', 'quantity', 'unit_price_cents'],
  },
} satisfies Readonly<Record<string, TableData>>;
