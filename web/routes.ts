import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { roomsToCome } from './portal/frame/rooms-to-come.ts';

export default [
  route('home', 'public/home/home-redirect.ts'),
  layout('public/layout/public-layout.tsx', [
    index('public/home/home-page.tsx'),
    route('login', 'public/login/login-page.tsx'),
    route('about', 'public/about/about-page.tsx'),
    route('inquiry', 'public/inquiry/inquiry-page.tsx'),
    route('careers', 'public/careers/careers-page.tsx'),
    route('careers/:id', 'public/careers/job-page.tsx'),
    route('application/:id?', 'public/application/application-page.tsx'),
    route('reset/:code', 'public/reset/reset-page.tsx'),
  ]),
  layout('portal/frame/portal-layout.tsx', [
    route('portal', 'portal/home/portal-home-page.tsx'),
    route('portaljobs', 'portal/jobs/jobs-page.tsx'),
    route('applications', 'portal/applications/applications-page.tsx'),
    route('inquiries', 'portal/inquiries/inquiries-page.tsx'),
    route('signup', 'portal/signup/signup-page.tsx'),
    route('users', 'portal/users/users-page.tsx'),
    route('audit', 'portal/audit/audit-page.tsx'),
    route('password', 'portal/password/password-page.tsx'),
    route('directory', 'portal/directory/directory-page.tsx'),
    route('damages', 'portal/damages/damages-page.tsx'),
    route('hours', 'portal/hours/hours-page.tsx'),
    route('holiday', 'portal/holidays/holidays-page.tsx'),
    route('newhire', 'portal/newhire/newhire-page.tsx'),
    route('employeefiles', 'portal/my-files/my-files-page.tsx'),
    route('adminfiles', 'portal/admin-files/admin-files-page.tsx'),
    route('trainingfiles', 'portal/documents/training-page.tsx'),
    route('settlements', 'portal/documents/settlements-page.tsx'),
    route('reports', 'portal/documents/reports-page.tsx'),
    route('receipts', 'portal/receipts/receipts-page.tsx'),
    ...roomsToCome.map((path) => route(path, 'portal/missing/missing-room.tsx', { id: path })),
  ]),
  route('*', 'public/error/not-found.tsx'),
] satisfies RouteConfig;
