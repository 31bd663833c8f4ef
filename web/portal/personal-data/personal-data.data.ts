import { useMutation } from '@tanstack/react-query';
import { exportPersonalData } from '#contract/personal-data.ts';
import type { call } from '#web/lib/api/api.ts';
import { download } from '#web/lib/api/download.ts';

/** Downloads everything stored about the user. `send` may ask for the password first. */
export function useExportPersonalData(send: typeof call) {
  return useMutation({
    mutationFn: async () => {
      download((await send(exportPersonalData)).url);
    },
  });
}
