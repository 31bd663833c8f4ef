import { TriangleAlert } from 'lucide-react';
import type { ExpiredDriver } from '#contract/driver-file.ts';
import { kindOf } from '#contract/driver-file-kinds.ts';
import { useExpiredDrivers } from './expired-drivers.data.ts';

/** Beside a name: the person's expired documents, for admins. */
export function ExpiredMark({ driver }: { driver: ExpiredDriver | undefined }) {
  if (driver === undefined) return null;
  const label = `Expired: ${driver.kinds.map((kind) => kindOf(kind).label).join(', ')}`;
  return (
    <span className="ml-1.5 inline-block align-[-0.15em] text-danger" title={label}>
      <TriangleAlert aria-hidden="true" className="size-4" />
      <span className="sr-only"> {label}</span>
    </span>
  );
}

export function EmployeeMark({ id }: { id: number }) {
  return <ExpiredMark driver={useExpiredDrivers()({ employee_id: id })} />;
}
