import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  route('home', 'public/home/home-redirect.ts'),
  layout('public/layout/public-layout.tsx', [
    index('public/home/home-page.tsx'),
    route('about', 'public/about/about-page.tsx'),
  ]),
  route('*', 'public/error/not-found.tsx'),
] satisfies RouteConfig;
