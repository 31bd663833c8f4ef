import { type DriverFileItem, needsCheck } from '#contract/driver-file.ts';
import { Badge } from '#web/ui/badge.tsx';
import { statusNames, statusTones } from './driver-file-labels.ts';

/** The badges of an item: its status, and what the office or the driver has to do. */
export function ItemMarks({ item }: { item: DriverFileItem }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={statusTones[item.status]}>{statusNames[item.status]}</Badge>
      {needsCheck(item) && <Badge tone="info">To check</Badge>}
      {item.refused !== null && <Badge tone="danger">Refused</Badge>}
    </span>
  );
}
