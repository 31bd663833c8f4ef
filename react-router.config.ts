import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  ssr: true,
  // The whole route table in one static, cacheable file: no look-up call on hover or navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
