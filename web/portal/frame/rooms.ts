import { type Role, roles } from '#contract/access.ts';
import { company } from '#contract/company.ts';
import type { Badges } from '#contract/portal.ts';

const both: readonly Role[] = roles;
const admins: readonly Role[] = ['admin'];
const employees: readonly Role[] = ['employee'];
const nobody: readonly Role[] = [];

/** SPEC.md's guarded routes and ours: lower-case address → roles that may enter. */
export const guarded: Readonly<Record<string, readonly Role[]>> = {
  '/portal': both,
  '/portaljobs': both,
  '/hours': both,
  '/damages': both,
  '/directory': both,
  '/holiday': both,
  '/trainingfiles': both,
  '/chat': both,
  '/settlements': both,
  '/reports': both,
  '/store': both,
  '/spotlight': both,
  '/newhire': both,
  '/employeefiles': both,
  '/password': both,
  '/signup': admins,
  '/users': admins,
  '/adminfiles': admins,
  '/inquiries': admins,
  '/audit': admins,
  '/receipts': admins,
};

export interface Room {
  title: string;
  /** As SPEC.md spells it; the router does not mind the case. */
  href: string;
  icon:
    | 'home'
    | 'hours'
    | 'training'
    | 'applications'
    | 'holidays'
    | 'reports'
    | 'jobs'
    | 'inquiries'
    | 'directory'
    | 'damages'
    | 'users'
    | 'chat'
    | 'settlements'
    | 'hr'
    | 'store'
    | 'spotlight'
    | 'newhire'
    | 'files'
    | 'testimonials'
    | 'account'
    | 'audit'
    | 'receipts'
    | 'password';
  /** What it is for, in one line. */
  about: string;
  rail: readonly Role[];
  tile: readonly Role[];
  /** The news that are counted on it. */
  badge?: keyof Badges;
  /** Another site, in a new tab. */
  external?: true;
  /** No page of its own: the tile is a button (DECISIONS 4), and `href` a name only. */
  dialog?: true;
}

/** Every room: SPEC.md's tiles in its order, and ours among them. */
export const rooms: readonly Room[] = [
  {
    title: 'Home',
    href: '/portal',
    icon: 'home',
    about: 'Where the day starts.',
    rail: both,
    tile: nobody,
    badge: 'unread_notices',
  },
  {
    title: 'PTO Tracker',
    href: '/Hours',
    icon: 'hours',
    about: 'Hours left and hours worked, and every change of them.',
    rail: both,
    tile: both,
  },
  {
    title: 'Training',
    href: '/TrainingFiles',
    icon: 'training',
    about: 'What to read and watch before the next load.',
    rail: both,
    tile: both,
    badge: 'unopened_training',
  },
  {
    title: 'Applications',
    href: '/applications',
    icon: 'applications',
    about: 'Who wants to drive for us: read, open the resume, decide.',
    rail: admins,
    tile: admins,
    badge: 'new_applications',
  },
  {
    title: 'Inquiries',
    href: '/inquiries',
    icon: 'inquiries',
    about: 'Dealers who ask for a quote, and what became of it.',
    rail: admins,
    tile: admins,
    badge: 'new_inquiries',
  },
  {
    title: 'Holiday Tracker',
    href: '/Holiday',
    icon: 'holidays',
    about: 'The days we are closed, and how long until the next.',
    rail: both,
    tile: both,
  },
  {
    title: 'Reports',
    href: '/Reports',
    icon: 'reports',
    about: 'The reports that are meant for you.',
    rail: both,
    tile: both,
    badge: 'unopened_reports',
  },
  {
    title: 'Jobs',
    href: '/PortalJobs',
    icon: 'jobs',
    about: 'Post a job, change it, take it down.',
    rail: both,
    tile: admins,
  },
  {
    title: 'Company Directory',
    href: '/Directory',
    icon: 'directory',
    about: 'Who to call, by department.',
    rail: both,
    tile: both,
  },
  {
    title: 'Damages',
    href: '/damages',
    icon: 'damages',
    about: 'What was damaged on the road, and what it cost.',
    rail: both,
    tile: both,
  },
  {
    title: 'Users',
    href: '/users',
    icon: 'users',
    about: 'Accounts and employees: add, change, close.',
    rail: admins,
    tile: admins,
  },
  {
    title: 'Chat',
    href: '/Chat',
    icon: 'chat',
    about: 'A word with the office, and what was said before.',
    rail: both,
    tile: both,
  },
  {
    title: 'Settlements',
    href: '/Settlements',
    icon: 'settlements',
    about: 'What each load paid.',
    rail: both,
    tile: both,
    badge: 'unopened_settlements',
  },
  {
    title: 'Payroll & HR',
    href: company.hrSite,
    icon: 'hr',
    about: 'Pay, benefits and time off, on the site of our payroll service.',
    rail: nobody,
    tile: both,
    external: true,
  },
  {
    title: 'Store',
    href: '/Store',
    icon: 'store',
    about: 'Jackets, caps and gear with our name on it, and who ordered what.',
    rail: admins,
    tile: admins,
    badge: 'open_orders',
  },
  {
    title: 'Store',
    href: '/Store',
    icon: 'store',
    about: 'Jackets, caps and gear with our name on it.',
    rail: employees,
    tile: employees,
    badge: 'ready_orders',
  },
  {
    title: 'Employee Spotlight',
    href: '/Spotlight',
    icon: 'spotlight',
    about: 'Who did something worth telling.',
    rail: both,
    tile: both,
  },
  {
    title: 'New Hire',
    href: '/NewHire',
    icon: 'newhire',
    about: 'The apps to put on your phone first.',
    rail: both,
    tile: both,
  },
  {
    title: 'Employee Files',
    href: '/AdminFiles',
    icon: 'files',
    about: 'Papers to hand out, and what came back.',
    rail: admins,
    tile: admins,
    badge: 'submissions_to_review',
  },
  {
    title: 'Employee Files',
    href: '/EmployeeFiles',
    icon: 'files',
    about: 'Your papers: read, sign, send back.',
    rail: employees,
    tile: employees,
    badge: 'unopened_employee_files',
  },
  {
    title: 'Testimonial Approval',
    href: 'testimonials',
    icon: 'testimonials',
    about: 'What customers say, before it is on the site.',
    rail: nobody,
    tile: admins,
    dialog: true,
  },
  {
    title: 'Receipts',
    href: '/receipts',
    icon: 'receipts',
    about: 'Who has not seen what they were given.',
    rail: admins,
    tile: nobody,
  },
  {
    title: 'Audit log',
    href: '/audit',
    icon: 'audit',
    about: 'Who did what, and when.',
    rail: admins,
    tile: nobody,
  },
  {
    title: 'Create account',
    href: '/signup',
    icon: 'account',
    about: 'A new log-in for someone on the team.',
    rail: admins,
    tile: nobody,
  },
  {
    title: 'Your password',
    href: '/password',
    icon: 'password',
    about: 'Choose another one; your other devices are logged out.',
    rail: both,
    tile: nobody,
  },
];

/** A path as the tables here spell it. */
export function canonical(path: string): string {
  return path.toLowerCase().replace(/(.)\/+$/, '$1');
}
