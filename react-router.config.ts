import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  ssr: true,
  // Puts the route table in one static, cacheable file, so that navigations need no lookup request.
  routeDiscovery: { mode: 'initial' },
  // The portal's layout would be four files, three of them of 130 bytes.
  splitRouteModules: false,
} satisfies Config;
