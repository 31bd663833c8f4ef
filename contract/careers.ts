import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  anyText,
  choice,
  created,
  date,
  done,
  idParams,
  line,
  optionalText,
  page,
  text,
  version,
} from './fields.ts';

/** Departments of the admin's form; a job of 'All' matches every filter. */
export const departments = [
  'All',
  'Logistics',
  'Operations',
  'Vehicle Maintenance',
  'Fleet Management',
  'Finance',
] as const;

/** The public filter; 'Finance' is added only while such a job exists. */
export const publicDepartments = [
  'All',
  'Logistics',
  'Operations',
  'Vehicle Maintenance',
  'Fleet Management',
] as const;

const jobFields = {
  position: line(200),
  location: line(),
  department: choice(departments),
  datePosted: date(),
  companyInformation: text(),
  roleInformation: text(),
  /** One responsibility a line; the same for skills, benefits and culture. */
  jobResponsibilities: text(),
  skills: text(),
  descriptionOfBenefits: optionalText(),
  companyCulture: text(),
};

export const jobInput = z.object(jobFields);
export type JobInput = z.output<typeof jobInput>;

/** A change: only the keys that are sent change. */
const jobChange = z.object({
  position: z.optional(jobFields.position),
  location: z.optional(jobFields.location),
  department: z.optional(choice(departments)),
  datePosted: z.optional(jobFields.datePosted),
  companyInformation: z.optional(jobFields.companyInformation),
  roleInformation: z.optional(jobFields.roleInformation),
  jobResponsibilities: z.optional(jobFields.jobResponsibilities),
  skills: z.optional(jobFields.skills),
  descriptionOfBenefits: z.optional(anyText()),
  companyCulture: z.optional(jobFields.companyCulture),
  version: version(),
});
export type JobChange = z.output<typeof jobChange>;

export const job = z.object({
  id: z.int(),
  position: z.string(),
  location: z.string(),
  department: z.enum(departments),
  datePosted: z.string(),
  companyInformation: z.string(),
  roleInformation: z.string(),
  jobResponsibilities: z.string(),
  skills: z.string(),
  descriptionOfBenefits: z.string(),
  companyCulture: z.string(),
  version: z.int(),
});
export type Job = z.output<typeof job>;

export const listJobs = endpoint({
  name: 'listJobs',
  method: 'GET',
  path: '/api/careers',
  access: 'public',
  summary: 'Open jobs, newest datePosted first.',
  query: z.object(page),
  status: 200,
  reply: z.array(job),
  paged: true,
});

export const getJob = endpoint({
  name: 'getJob',
  method: 'GET',
  path: '/api/careers/{id}',
  access: 'public',
  summary: 'One job.',
  params: idParams,
  status: 200,
  reply: job,
});

export const createJob = endpoint({
  name: 'createJob',
  method: 'POST',
  path: '/api/careers',
  access: 'admin',
  summary: 'Posts a job.',
  body: jobInput,
  status: 201,
  reply: created,
  idempotent: true,
});

export const updateJob = endpoint({
  name: 'updateJob',
  method: 'PUT',
  path: '/api/careers/{id}',
  access: 'admin',
  summary: 'Changes a job; only the keys sent change.',
  params: idParams,
  body: jobChange,
  status: 200,
  reply: done,
});

export const deleteJob = endpoint({
  name: 'deleteJob',
  method: 'DELETE',
  path: '/api/careers/{id}',
  access: 'admin',
  summary: 'Takes a job down; its applications stay.',
  params: idParams,
  status: 200,
  reply: done,
});
