import { useMutation } from '@tanstack/react-query';
import { exportPersonalData } from '#contract/personal-data.ts';
import type { call } from '#web/lib/api.ts';

/** Downloads everything stored about the user. `send` may ask for the password first. */
export function useExportPersonalData(send: typeof call) {
  return useMutation({
    mutationFn: async () => {
      const { url } = await send(exportPersonalData);
      // The browser saves it as it arrives; `download` keeps the page when the server refuses.
      const link = document.createElement('a');
      link.href = url;
      link.download = '';
      link.click();
    },
  });
}
