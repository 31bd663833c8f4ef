/** Creates records through the API, by default as the first admin. */
import type { Document } from '#contract/documents.ts';
import type { Assignment } from '#contract/employee-files.ts';
import type { Inquiry } from '#contract/inquiries.ts';
import type { ReceiptKind } from '#contract/receipts.ts';
import { pictureOf } from '../harness/file-samples.ts';
import { smallInquiry } from '../harness/inquiry-sample.ts';
import { pdfOf } from '../harness/multipart.ts';
import { create, type Person, type Server, send, tokenOf, unique } from './office-api.ts';

/** A PDF for `setInputFiles`. */
export function pdfFile(name: string, size?: number) {
  return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdfOf(name, size) };
}

/** A multipart body with these fields and a file, a PDF by default. */
export function formOf(
  fields: Record<string, unknown>,
  { field = 'file', bytes = pdfOf(unique('PDF')), fileName = 'week.pdf' } = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append(field, new Blob([new Uint8Array(bytes)]), fileName);
  return form;
}

export const sampleJob = {
  position: 'Car hauler driver',
  location: 'Joliet, IL',
  department: 'Operations',
  datePosted: '2026-02-03',
  companyInformation: 'Kestrel Auto Transport is a family business.',
  roleInformation: 'You take nine cars from the ramp to the dealer.',
  jobResponsibilities: 'Load nine cars\nInspect each of them',
  skills: 'CDL class A\nA clean record',
  descriptionOfBenefits: 'Medical insurance\nPaid time off',
  companyCulture: 'Safety before the schedule',
};

/** Creates a job and returns its id. */
export async function postJob(server: Server, values: object = {}): Promise<number> {
  return (await create<{ id: number }>(server, '/api/careers', { ...sampleJob, ...values })).id;
}

const sampleApplicant = {
  first_name: 'Marisol',
  middle_initial: 'N/A',
  last_name: 'Quintero',
  phone: '630-555-0143',
  email: 'marisol@example.com',
  street_address: '9 Larkin Avenue',
  city: 'Joliet',
  state: 'IL',
  zipcode: '60435',
  gender: 'Decline',
  race: 'Decline to self-identify',
  has_cdl_license: '1',
  cdl_license_number: 'Q123',
  cdl_license_state: 'IL',
  cdl_expiration_date: '2029-05-31',
  car_hauling_experience_years: '6',
  authorized_to_work_us: '1',
  certification: '1',
};

/** Submits an application with a resume. */
export async function apply(server: Server, values: object = {}): Promise<void> {
  const work = { company: 'Prairie Lines', position: 'Driver', from_date: '2019-04-01' };
  const reference = { first_name: 'Bill', last_name: 'Otto', relationship: 'Dispatcher' };
  const reach = { phone: '630-555-0177', email: 'bill@example.com' };
  const rows = {
    workExperiences: JSON.stringify([{ ...work, is_current: 1, description: '' }]),
    references: JSON.stringify([{ ...reference, ...reach }]),
  };
  const form = formOf({ ...sampleApplicant, ...values, ...rows }, { field: 'resume' });
  await send(server, 'POST', '/api/application', null, form);
}

/** Requests a quote and returns its reference. */
export async function requestQuote(server: Server, values: object = {}): Promise<string> {
  const body = { ...smallInquiry, ...values };
  return (await send<{ reference: string }>(server, 'POST', '/api/inquiry', null, body)).reference;
}

/** A won inquiry of a unique dealer. */
export async function newWonInquiry(server: Server): Promise<Inquiry> {
  const token = await tokenOf(server);
  const reference = await requestQuote(server, { company_name: unique('Ottawa Motors') });
  const list = await send<Inquiry[]>(server, 'GET', '/api/inquiries', token);
  const inquiry = list.find((one) => one.reference === reference);
  if (!inquiry) throw new Error(`no inquiry ${reference}`);
  await send(server, 'PUT', `/api/inquiries/${inquiry.id}`, token, { status: 'won' });
  return inquiry;
}

/** Creates a damage and returns its id. */
export async function addDamage(
  server: Server,
  employee_id: number,
  values: object = {},
): Promise<number> {
  const damage = {
    driver_name: unique('Driver'),
    damage_date: '2025-03-01',
    damage_amount: 1234.5,
    damage_description: 'Mirror of a Tahoe broken at the gate.',
    ...values,
  };
  type Reply = { damage_id: number };
  return (await create<Reply>(server, '/api/damages', { employee_id, ...damage })).damage_id;
}

/** Creates a product; by default its stock is not counted. */
export async function addProduct(
  server: Server,
  stock: number | '' = '',
): Promise<{ id: number; title: string }> {
  const title = unique('Rain jacket');
  const bytes = await pictureOf('png', { width: 400, height: 300 });
  const fields = { title, description: 'Keeps dry.', price: '12.5', stock };
  const form = formOf(fields, { bytes, fileName: 'jacket.png' });
  const { id } = await create<{ id: number }>(server, '/api/store/upload', form);
  return { id, title };
}

export const idsOf = (people: readonly Person[]) =>
  JSON.stringify(people.map(({ userId }) => userId));

interface DocumentOptions {
  name?: string;
  acknowledge?: 0 | 1;
  bytes?: Buffer;
  fileName?: string;
}

/** Uploads a document for these people; returns its id and name. */
export async function addDocument(
  server: Server,
  kind: ReceiptKind,
  people: readonly Person[],
  { name = unique('Week'), acknowledge = 0, ...file }: DocumentOptions = {},
): Promise<{ id: number; name: string }> {
  const fields = { user_ids: idsOf(people), file_name: name, acknowledge };
  type Reply = { file_id: number };
  const { file_id } = await create<Reply>(server, `/api/${kind}/upload`, formOf(fields, file));
  return { id: file_id, name };
}

/** A document as that person's list has it. */
async function documentOf(
  server: Server,
  kind: ReceiptKind,
  id: number,
  person?: Person,
): Promise<Document> {
  const token = await tokenOf(server, person);
  const list = await send<Document[]>(server, 'GET', `/api/${kind}/files`, token);
  const found = list.find(({ file_id }) => file_id === id);
  if (!found) throw new Error(`There is no document ${id} in that list.`);
  return found;
}

/** The signed link of a document for that person. */
export async function linkTo(
  server: Server,
  kind: ReceiptKind,
  id: number,
  person: Person,
): Promise<string> {
  const { file_path } = await documentOf(server, kind, id, person);
  const path = `/api/reports/presigned-get?path=${encodeURIComponent(file_path)}`;
  return (await send<{ url: string }>(server, 'GET', path, await tokenOf(server, person))).url;
}

/** Opens a document as that person. */
export async function openDocument(
  server: Server,
  kind: ReceiptKind,
  id: number,
  person: Person,
): Promise<void> {
  const response = await fetch(new URL(await linkTo(server, kind, id, person), server.url));
  if (!response.ok) throw new Error(`The link answered ${response.status}.`);
  await response.arrayBuffer();
}

/** Submits a version of that employee file; returns its id. */
export async function returnFile(server: Server, person: Person, fileId: number): Promise<number> {
  const token = await tokenOf(server, person);
  const own = await send<Assignment[]>(server, 'GET', '/api/employee-files', token);
  const assignment = own.find(({ file_id }) => file_id === fileId);
  const path = `/api/employee-files/${assignment?.assignment_id}/submissions`;
  type Reply = { submission_id: number };
  return (await send<Reply>(server, 'POST', path, token, formOf({}))).submission_id;
}
