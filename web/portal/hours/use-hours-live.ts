import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { hoursEvent } from '#contract/hours.ts';
import { throttle } from '#web/lib/throttle.ts';
import { connectionOf } from '../shared/live-updates.ts';
import { useReloadHours } from './hours.data.ts';

/** Between two readings of the hours (ms): an admin can change those of everybody at once. */
const pause = 1000;

/** Keeps the open page in step with changes made elsewhere, and after each gap. */
export function useHoursLive(): void {
  const client = useQueryClient();
  const reload = useEffectEvent(useReloadHours());
  useEffect(() => {
    const connection = connectionOf(client);
    const hours = throttle(pause, () => void reload());
    const ends = [
      connection.onState((state) => {
        if (state === 'connected') hours.ask();
      }),
      connection.on(hoursEvent, hours.ask),
      hours.stop,
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
}
