import {
  Activity,
  BookUser,
  Briefcase,
  CalendarDays,
  CarFront,
  ChartColumn,
  CheckCheck,
  FileUser,
  FolderOpen,
  GraduationCap,
  Hourglass,
  House,
  Inbox,
  MailX,
  Megaphone,
  MessageSquare,
  MessageSquareQuote,
  Receipt,
  ScrollText,
  ShoppingBag,
  Smartphone,
  Star,
  TreePalm,
  UserPlus,
  Users,
  WalletCards,
} from 'lucide-react';
import { type Role, roles } from '#contract/access.ts';
import { company } from '#contract/company.ts';
import type { NavEntry, Page, Shortcut } from './page.ts';

const both: readonly Role[] = roles;
const admins: readonly Role[] = ['admin'];
const employees: readonly Role[] = ['employee'];
const noRoles: readonly Role[] = [];

/** A page for both roles without an entry in the navigation. */
const unlisted = (href: string, title: string, file: string) => ({
  href,
  title,
  file,
  roles: both,
});

/** A page for admins in the rail, without a tile. */
const officePage = (href: string, title: string, file: string, nav: NavEntry) => ({
  href,
  title,
  file,
  roles: admins,
  nav: { tile: noRoles, ...nav },
});

/**
 * Every page of the portal, in the order of the tiles. Routes, guard, titles, rail, tiles and prefetching read this list: to add a page, add an entry and its route module.
 */
export const entries: readonly (Page | Shortcut)[] = [
  {
    href: '/portal',
    title: 'Home',
    file: 'portal/home/portal-home-page.tsx',
    roles: both,
    nav: {
      icon: House,
      about: 'Your to-do list and all sections.',
      tile: noRoles,
      badge: 'unread_notices',
    },
  },
  {
    href: '/Hours',
    title: 'PTO Tracker',
    file: 'portal/hours/hours-page.tsx',
    roles: both,
    nav: { icon: Hourglass, about: 'PTO and work hours, with every change.' },
  },
  {
    href: '/time-off',
    title: 'Time Off',
    file: 'portal/time-off/time-off-page.tsx',
    roles: both,
    nav: { icon: TreePalm, about: 'Days off and who is away.', badge: 'time_off_requests' },
  },
  {
    href: '/TrainingFiles',
    title: 'Training Files',
    file: 'portal/documents/training-page.tsx',
    roles: both,
    nav: {
      title: 'Training',
      icon: GraduationCap,
      about: 'Training to read and watch.',
      badge: 'unopened_training',
    },
  },
  {
    href: '/applications',
    title: 'Applications',
    file: 'portal/applications/applications-page.tsx',
    roles: 'page',
    nav: {
      icon: FileUser,
      about: 'Review applications and resumes.',
      rail: admins,
      tile: admins,
      badge: 'new_applications',
    },
  },
  {
    href: '/inquiries',
    title: 'Inquiries',
    file: 'portal/inquiries/inquiries-page.tsx',
    roles: admins,
    nav: { icon: Inbox, about: 'Quote requests and their status.', badge: 'new_inquiries' },
  },
  {
    href: '/Holiday',
    title: 'Holiday Tracker',
    file: 'portal/holidays/holidays-page.tsx',
    roles: both,
    nav: { icon: CalendarDays, about: 'Company holidays and the next day off.' },
  },
  {
    href: '/Reports',
    title: 'Reports',
    file: 'portal/documents/reports-page.tsx',
    roles: both,
    nav: { icon: ChartColumn, about: 'Reports shared with you.', badge: 'unopened_reports' },
  },
  {
    href: '/PortalJobs',
    title: 'Jobs',
    file: 'portal/jobs/jobs-page.tsx',
    roles: both,
    nav: { icon: Briefcase, about: 'Post, edit and remove jobs.', tile: admins },
  },
  {
    href: '/Directory',
    title: 'Company Directory',
    file: 'portal/directory/directory-page.tsx',
    roles: both,
    nav: { icon: BookUser, about: 'Contacts by department.' },
  },
  {
    href: '/damages',
    title: 'Damages Report',
    file: 'portal/damages/damages-page.tsx',
    roles: both,
    nav: { title: 'Damages', icon: CarFront, about: 'Vehicle damage and its cost.' },
  },
  unlisted('/claims', 'Damage claims', 'portal/claims/claims-page.tsx'),
  {
    href: '/users',
    title: 'Manage Users',
    file: 'portal/users/users-page.tsx',
    roles: admins,
    nav: { title: 'Users', icon: Users, about: 'Add, edit and close accounts.' },
  },
  {
    href: '/Chat',
    title: 'Chat',
    file: 'portal/chat/chat-page.tsx',
    roles: both,
    nav: { icon: MessageSquare, about: 'Message the office.', badge: 'unread_messages' },
  },
  {
    href: '/Settlements',
    title: 'Settlements',
    file: 'portal/documents/settlements-page.tsx',
    roles: both,
    nav: { icon: Receipt, about: 'Your settlement statements.', badge: 'unopened_settlements' },
  },
  {
    href: company.hrSite,
    title: 'Payroll & HR',
    opens: 'new tab',
    nav: {
      icon: WalletCards,
      about: 'Pay and benefits. Opens our payroll site.',
      rail: noRoles,
      tile: both,
    },
  },
  {
    href: '/Store',
    title: 'Employee Store',
    file: 'portal/store/store-page.tsx',
    roles: both,
    clearsExpiredSession: true,
    nav: [
      {
        title: 'Store',
        icon: ShoppingBag,
        about: 'Company gear and orders.',
        rail: admins,
        tile: admins,
        badge: 'open_orders',
      },
      {
        title: 'Store',
        icon: ShoppingBag,
        about: 'Order company gear.',
        rail: employees,
        tile: employees,
        badge: 'ready_orders',
      },
    ],
  },
  {
    href: '/Spotlight',
    title: 'Employee Spotlight',
    file: 'portal/spotlight/spotlight-page.tsx',
    roles: both,
    nav: { icon: Star, about: 'News about people on the team.' },
  },
  {
    href: '/NewHire',
    title: 'New Hire',
    file: 'portal/newhire/newhire-page.tsx',
    roles: both,
    nav: { icon: Smartphone, about: 'The apps you need on your phone.' },
  },
  {
    href: '/AdminFiles',
    title: 'Employee Files',
    file: 'portal/employee-files/admin-page.tsx',
    roles: admins,
    nav: {
      icon: FolderOpen,
      about: 'Assign forms and review what employees return.',
      badge: 'submissions_to_review',
    },
  },
  {
    href: '/EmployeeFiles',
    title: 'Employee Files',
    file: 'portal/employee-files/own-page.tsx',
    roles: both,
    nav: {
      icon: FolderOpen,
      about: 'Your forms to read, sign and return.',
      rail: employees,
      tile: employees,
      badge: 'unopened_employee_files',
    },
  },
  {
    href: 'testimonials',
    title: 'Testimonial Approval',
    opens: 'dialog',
    dialog: () => import('./testimonials/testimonials-dialog.tsx'),
    nav: {
      icon: MessageSquareQuote,
      about: 'Review testimonials before they’re published.',
      rail: noRoles,
      tile: admins,
      badge: 'testimonials_to_approve',
    },
  },
  officePage('/receipts', 'Receipts', 'portal/receipts/receipts-page.tsx', {
    icon: CheckCheck,
    about: 'See who hasn’t opened their files.',
  }),
  officePage('/announcements', 'Announcements', 'portal/announcements/announcements-page.tsx', {
    icon: Megaphone,
    about: 'Messages to everyone or some, and who confirmed them.',
  }),
  officePage('/unsent-mail', 'Unsent mail', 'portal/unsent-mail/unsent-mail-page.tsx', {
    icon: MailX,
    about: "Mail that couldn't be delivered.",
    badge: 'unsent_mail',
  }),
  officePage('/status', 'System status', 'portal/status/status-page.tsx', {
    icon: Activity,
    about: 'Whether the server works.',
  }),
  officePage('/audit', 'Audit log', 'portal/audit/audit-page.tsx', {
    icon: ScrollText,
    about: 'Every change and who made it.',
  }),
  officePage('/signup', 'Create an account', 'portal/signup/signup-page.tsx', {
    title: 'Create account',
    icon: UserPlus,
    about: 'Create a login for someone on the team.',
  }),
  // The lists of its records lead to it.
  { href: '/import', title: 'Import', file: 'portal/import/import-page.tsx', roles: admins },
  // The settlements lead to it.
  unlisted(
    '/settlement-questions',
    'Settlement Questions',
    'portal/settlement-questions/settlement-questions-page.tsx',
  ),
  unlisted('/sign-in', 'Sign-in and devices', 'portal/sign-in/sign-in-page.tsx'),
  unlisted('/password', 'Your password', 'portal/password/password-page.tsx'),
  unlisted('/personal-data', 'Your data', 'portal/personal-data/personal-data-page.tsx'),
  unlisted('/notifications', 'Notifications', 'portal/notifications/notifications-page.tsx'),
];
