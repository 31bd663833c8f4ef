/** What each call with a body takes, written down a second time, so that tests do not ask the contract about itself. */

import { shopWires } from './right-shop-calls.ts';
import { spotlightWires } from './right-spotlight-calls.ts';
import { testimonialWires } from './right-testimonial-calls.ts';
import { chatWires } from './wire-chat.ts';
import { documentWires } from './wire-documents.ts';
import { peopleWires } from './wire-people.ts';
import {
  choice,
  date,
  email,
  type FieldRule,
  flag,
  line,
  optionalChoice,
  optionalDate,
  optionalLine,
  optionalText,
  text,
  type Wire,
} from './wire-rules.ts';

/** Whoever sends a damage makes the employee 1 first. */
const damage = () => ({
  employee_id: 1,
  driver_name: 'Emil Novotny',
  damage_date: '2026-10-05',
  damage_amount: 0.3,
  damage_description: 'A scratched door.\nPolished.',
});
const damageFields: Record<string, FieldRule> = {
  employee_id: { kind: 'id' },
  driver_name: line(),
  damage_date: date,
  damage_amount: { kind: 'decimal', max: 9_999_999.99 },
  damage_description: text,
};

const departments = [
  'All',
  'Logistics',
  'Operations',
  'Vehicle Maintenance',
  'Fleet Management',
  'Finance',
];

const jobFields: Record<string, FieldRule> = {
  position: line(200),
  location: line(),
  department: optionalChoice(...departments),
  datePosted: date,
  companyInformation: text,
  roleInformation: text,
  jobResponsibilities: text,
  skills: text,
  descriptionOfBenefits: optionalText,
  companyCulture: text,
};

const job = () => ({
  position: 'Dispatcher',
  location: 'Joliet, IL',
  department: 'Operations',
  datePosted: '2026-11-02',
  companyInformation: 'Who we are',
  roleInformation: 'What you do',
  jobResponsibilities: 'This\nand that',
  skills: 'Calm',
  companyCulture: 'Kind',
});

const inquiry = () => ({
  company_name: 'Prairie Auto Auction',
  contact_person: 'Dana Poole',
  email_address: 'dana@example.com',
  vehicle_type: 'car',
  vehicle_condition: 'used',
  pickup_location: 'Joliet, IL',
  delivery_location: 'Omaha, NE',
});

const application = () => ({
  first_name: 'Sam',
  middle_initial: 'N/A',
  last_name: 'Reyes',
  phone: '815-555-0199',
  email: 'sam@example.com',
  street_address: '1 Main St',
  city: 'Joliet',
  state: 'IL',
  gender: 'Decline',
  race: 'Decline to self-identify',
});

const applicationFields: Record<string, FieldRule> = {
  first_name: line(),
  middle_initial: line(),
  last_name: line(),
  phone: line(),
  email,
  street_address: line(),
  city: line(),
  state: choice('IL', 'NE', 'WY'),
  zipcode: optionalLine(),
  gender: choice('Male', 'Female', 'Decline'),
  race: choice('White', 'Two or more races'),
  cdl_license_number: optionalLine(),
  cdl_license_state: optionalChoice('IL', 'TX'),
  cdl_expiration_date: optionalDate,
  car_hauling_experience_years: { kind: 'whole', min: 0, max: 80 },
  driver_license_number: optionalLine(),
  driver_license_state: optionalChoice('IL', 'TX'),
  driver_license_expiration: optionalDate,
  has_cdl_license: flag,
  has_dot_card: flag,
  can_pass_dot_drug_test: flag,
  manual_transmission_endorsement: flag,
  is_over_25: flag,
  has_driver_license: flag,
  has_manual_transmission_experience: flag,
  authorized_to_work_us: flag,
  requires_sponsorship: flag,
  certification: flag,
  workExperiences: { kind: 'rows', required: ['company', 'position'] },
  references: { kind: 'rows', required: ['first_name', 'last_name', 'phone', 'email'] },
  job_id: { kind: 'any' },
};

/** By the name of the endpoint. */
export const wires: Record<string, Wire> = {
  ...peopleWires,
  ...documentWires,
  ...chatWires,
  ...shopWires,
  ...spotlightWires,
  ...testimonialWires,
  createJob: { valid: job, fields: jobFields },
  updateJob: {
    valid: () => ({ ...job(), version: 1 }),
    fields: { ...jobFields, version: { kind: 'version' } },
  },
  sendInquiry: {
    valid: inquiry,
    fields: {
      company_name: line(),
      contact_person: line(),
      company_address: optionalLine(),
      phone_number: optionalLine(),
      email_address: email,
      website: optionalLine(2000),
      vehicle_type: choice('car', 'truck', 'van'),
      number_of_vehicles: { kind: 'whole', min: 0, max: 1_000_000 },
      vehicle_dimension: optionalText,
      vehicle_condition: choice('new', 'used', 'salvaged'),
      special_handling: optionalText,
      pickup_location: line(),
      pickup_date: optionalDate,
      pickup_facilities: optionalText,
      delivery_location: line(),
      delivery_date: optionalDate,
      delivery_facilities: optionalText,
      additional_info: optionalText,
      recaptchaToken: optionalText,
      fax_number: optionalText,
    },
  },
  updateInquiry: {
    valid: () => ({ status: 'quoted', note: 'Called.', version: 1 }),
    fields: {
      status: optionalChoice('new', 'contacted', 'quoted', 'won', 'lost'),
      note: optionalText,
      version: { kind: 'version' },
    },
  },
  sendApplication: { valid: application, fields: applicationFields },
  createDamage: { valid: damage, fields: damageFields },
  updateDamage: {
    valid: () => ({ ...damage(), version: 1 }),
    fields: { ...damageFields, version: { kind: 'version' } },
  },
  sendNotification: {
    valid: () => ({ message: 'The yard is closed on Friday.' }),
    fields: { message: { ...text, max: 2000 } as FieldRule },
  },
  sendEmail: {
    valid: () => ({ subject: 'You have a new notification', message: 'The yard is closed.' }),
    fields: { subject: line(200), message: { ...text, max: 2000 } as FieldRule },
  },
  // The first notice there is: whoever asks sends it before.
  markAsRead: {
    valid: () => ({ notification_id: 1 }),
    fields: { notification_id: { kind: 'id' } },
  },
};
