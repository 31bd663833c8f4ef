import { Suspense, useEffect, useState } from 'react';
import { late } from '#web/lib/late.ts';
import { supportsPush } from './push-consent.ts';

const choice = late(() => import('./push-choice.tsx'));

/** Whether this device tells of messages and notices while no page is open; nothing where the browser cannot. */
export function PushSwitch() {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    if (!supportsPush()) return;
    // Without its script there is no such choice: nothing else depends on it.
    choice.begin().then(
      () => setThere(true),
      () => undefined,
    );
  }, []);
  if (!isThere) return null;
  return (
    <Suspense fallback={null}>
      <choice.Late />
    </Suspense>
  );
}
