import type { ImportKind } from '#contract/import.ts';

type Names = Readonly<Record<string, readonly string[]>>;

/**
 * Names of columns that are neither a field's name nor its label, the best ones first: those that companies use, and
 * those of exports of ADP, Paychex, Gusto and QuickBooks. Case, spaces and punctuation don't matter; # reads as number.
 */
const names: Names = {
  username: ['user', 'user name', 'login', 'login name', 'user id'],
  user_email: [
    ...['e-mail', 'mail', 'email address', 'e-mail address', 'work email', 'company email'],
    ...['business email', 'work contact: work email', 'main email', 'primary email'],
    ...['personal email', 'home email', 'personal contact: personal email'],
  ],
  phone_number: [
    ...['phone number', 'telephone', 'tel', 'mobile', 'cell', 'cell phone', 'phone no'],
    ...['mobile phone', 'mobile number', 'work phone', 'main phone', 'primary phone'],
    ...['work contact: work mobile', 'work contact: work phone', 'personal phone', 'home phone'],
    ...['personal contact: personal mobile', 'personal contact: home phone'],
  ],
  user_role: ['role', 'access', 'account type'],
  full_name: [
    ...['name', 'employee name', 'employee', 'driver', 'driver name', 'payroll name'],
    ...['legal name', 'worker name', 'employee full name', 'worker', 'associate name'],
  ],
  first_name: [
    ...['first', 'given name', 'forename', 'legal first name', 'employee first name'],
    ...['preferred first name', 'preferred name'],
  ],
  last_name: ['last', 'surname', 'family name', 'legal last name', 'employee last name'],
  suffix: ['suffix', 'generation suffix', 'legal generation suffix', 'generational suffix'],
  department: [
    ...['dept', 'division', 'team', 'department name', 'department description'],
    ...['home department description', 'home department', 'dept name', 'organization unit'],
  ],
  position: [
    ...['job title', 'job', 'title', 'role title', 'position title', 'job title description'],
    ...['employee title', 'occupation'],
  ],
  hire_date: [
    ...['hired', 'date hired', 'date of hire', 'start date', 'hired on', 'doh'],
    ...['original hire date', 'most recent hire date', 'employment start date', 'hire dt'],
  ],
  pto_hours: [
    ...['pto', 'pto hrs', 'pto balance', 'vacation hours', 'vacation hrs', 'vacation'],
    ...['pto remaining', 'pto available', 'available pto', 'pto hours available'],
    ...['pto balance hours', 'pto hours balance', 'vacation balance', 'vac hours', 'vac hrs'],
    ...['paid time off', 'paid time off balance', 'time off balance', 'available balance'],
    ...['vacation available', 'vacation hours available', 'vacation remaining'],
  ],
  work_hours: [
    ...['hours worked', 'hrs worked', 'worked hours', 'work hrs', 'work', 'hours', 'hrs'],
    ...['total hours', 'total hrs', 'regular hours', 'reg hours', 'reg hrs', 'regular hrs'],
  ],
  payroll_number: [
    ...['payroll', 'payroll no', 'payroll id', 'employee number', 'employee no', 'emp no', 'emp #'],
    ...['emp id', 'file number', 'file no', 'file #', 'associate id', 'worker id', 'staff id'],
    ...['clock number', 'payroll file number', 'ee id', 'ee number', 'personnel number'],
  ],
  employee: [
    ...['name', 'employee name', 'full name', 'driver', 'who', 'payroll name', 'legal name'],
    ...['worker name', 'worker', 'associate name', 'employee full name'],
  ],
  employee_id: ['eid'],
  reason: ['note', 'notes', 'comment', 'why'],
  damage_date: [
    ...['date of damage', 'damaged on', 'incident date', 'date of incident', 'day'],
    ...['date of loss', 'loss date', 'dol', 'accident date', 'date of accident'],
    ...['date of occurrence', 'occurrence date'],
  ],
  damage_amount: [
    ...['cost', 'total', 'damage cost', 'damage amount', 'price', 'repair cost', 'claim amount'],
    ...['loss amount', 'amount of loss', 'estimate', 'total cost'],
  ],
  damage_description: [
    ...['details', 'damage', 'what happened', 'damage description', 'description of loss'],
    ...['loss description', 'description of damage', 'notes', 'comment'],
  ],
  location: ['city', 'place', 'site', 'terminal'],
  datePosted: ['posted', 'posted on', 'date', 'posting date'],
  payMin: ['min pay', 'pay min', 'minimum pay', 'pay'],
  payMax: ['max pay', 'pay max', 'maximum pay'],
  payPeriod: ['pay period', 'per', 'pay per'],
  employmentType: ['type', 'job type'],
  validThrough: ['closes', 'closing date', 'expires', 'valid until', 'deadline'],
  pinned: ['pin'],
  companyInformation: ['about the company', 'about us', 'company'],
  roleInformation: ['about the role', 'role', 'description', 'job description', 'summary'],
  jobResponsibilities: ['job responsibilities', 'duties'],
  skills: ['qualifications', 'required skills'],
  descriptionOfBenefits: ['description of benefits', 'perks'],
  companyCulture: ['culture'],
  title: ['item', 'product', 'name', 'item name', 'product name'],
  description: ['details', 'text'],
  price: ['cost', 'unit price', 'amount'],
  stock: ['in stock', 'quantity', 'qty', 'units', 'on hand', 'inventory'],
};

/** In payroll, the ID of an employee is what we call the payroll number. */
const ofPeople: Names = {
  ...names,
  payroll_number: [...(names.payroll_number ?? []), 'employee id'],
};

export const headerNames = (kind: ImportKind): Names => (kind === 'people' ? ofPeople : names);
