import type { ReactNode } from 'react';
import { FormSection } from '#web/ui/form-section.tsx';
import { type StopId, stopOf } from './application-stops.ts';

interface ApplicationSectionProps {
  id: StopId;
  hint?: ReactNode;
  children: ReactNode;
}

/** One stop of the application, with the anchor that the progress strip links to. */
export function ApplicationSection({ id, ...rest }: ApplicationSectionProps) {
  return (
    <div className="scroll-mt-28" id={id}>
      <FormSection {...stopOf(id)} {...rest} />
    </div>
  );
}
