import { type Role, roles } from '#contract/access.ts';

const both: readonly Role[] = roles;
const admins: readonly Role[] = ['admin'];

/** SPEC.md's guarded routes: lower-case address → roles that may enter. */
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
  '/signup': admins,
  '/users': admins,
  '/adminfiles': admins,
  '/inquiries': admins,
};

export interface Room {
  title: string;
  /** As SPEC.md spells it; the router does not mind the case. */
  href: string;
  icon:
    | 'home'
    | 'applications'
    | 'jobs'
    | 'inquiries'
    | 'account'
    | 'hours'
    | 'damages'
    | 'directory'
    | 'holidays'
    | 'newhire';
  /** What it is for, in one line. */
  about: string;
  rail: readonly Role[];
  tile: readonly Role[];
}

/** The rooms that exist, in the order of the rail. */
export const rooms: readonly Room[] = [
  {
    title: 'Home',
    href: '/portal',
    icon: 'home',
    about: 'Where the day starts.',
    rail: both,
    tile: [],
  },
  {
    title: 'Applications',
    href: '/applications',
    icon: 'applications',
    about: 'Who wants to drive for us: read, open the resume, decide.',
    rail: admins,
    tile: admins,
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
    title: 'Inquiries',
    href: '/inquiries',
    icon: 'inquiries',
    about: 'Dealers who ask for a quote, and what became of it.',
    rail: admins,
    tile: admins,
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
    title: 'Holiday Tracker',
    href: '/Holiday',
    icon: 'holidays',
    about: 'The days we are closed, and how long until the next.',
    rail: both,
    tile: both,
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
    title: 'New Hire',
    href: '/NewHire',
    icon: 'newhire',
    about: 'The apps to put on your phone first.',
    rail: both,
    tile: both,
  },
  {
    title: 'Create account',
    href: '/signup',
    icon: 'account',
    about: 'A new log-in for someone on the team.',
    rail: admins,
    tile: [],
  },
];

/** A path as the tables here spell it. */
export function canonical(path: string): string {
  return path.toLowerCase().replace(/(.)\/+$/, '$1');
}
