import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { canonical, pages } from './portal/pages.ts';

export default [
  route('home', 'public/home/home-redirect.ts'),
  layout('public/layout/public-layout.tsx', [
    index('public/home/home-page.tsx'),
    route('login', 'public/login/login-page.tsx'),
    route('about', 'public/about/about-page.tsx'),
    route('inquiry', 'public/inquiries/inquiry-page.tsx'),
    route('inquiry/:code', 'public/inquiry-status/inquiry-status-page.tsx'),
    route('careers', 'public/jobs/jobs-page.tsx'),
    route('careers/:id', 'public/jobs/job-page.tsx'),
    route('application/quick/:id?', 'public/applications/quick-page.tsx'),
    route('application/status/:code', 'public/application-status/status-page.tsx'),
    route('application/status/:code/history', 'public/application-status/history-page.tsx'),
    route('application/:id?', 'public/applications/application-page.tsx'),
    route('reset/:code', 'public/reset/reset-page.tsx'),
    route('testimonials', 'public/testimonials/testimonials-page.tsx'),
    route('privacy', 'public/legal/privacy-page.tsx'),
    route('terms', 'public/legal/terms-page.tsx'),
    route('testimonial/:code', 'public/testimonials/testimonial-page.tsx'),
  ]),
  layout(
    'portal/shell/portal-layout.tsx',
    pages.map(({ href, file }) => route(canonical(href).slice(1), file)),
  ),
  route('*', 'public/error/not-found.tsx'),
] satisfies RouteConfig;
