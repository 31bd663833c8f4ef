import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { DriverFile } from '#contract/driver-file.ts';
import { createDriverFilePdf } from '#contract/exports.ts';
import { driverFilePdf as messages } from '#contract/messages/exports.ts';
import { call } from '#web/lib/api/api.ts';
import { download } from '#web/lib/api/download.ts';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { toast } from '../shared/toast.tsx';

/** Downloads a driver's whole file as one PDF. */
export function WholeFileButton({
  file: { employee_id, employee_name },
}: {
  file: Pick<DriverFile, 'employee_id' | 'employee_name'>;
}) {
  const create = useMutation({
    mutationFn: async () =>
      download((await call(createDriverFilePdf, { body: { employee_id } })).url),
    onError: (error) => toast.show(errorMessage(error, messages.createFailed), 'error'),
  });
  const label = `${messages.open} of ${employee_name}`;
  return (
    <Button
      aria-label={label}
      busy={create.isPending}
      className="px-2! align-middle print:hidden"
      onClick={() => create.mutate()}
      size="sm"
      title={label}
      variant="quiet"
    >
      <FileText aria-hidden="true" className="size-4" />
    </Button>
  );
}
