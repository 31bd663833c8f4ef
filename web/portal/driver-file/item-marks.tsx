import { type DriverFileItem, needsCheck } from '#contract/driver-file.ts';
import { driverFile as messages } from '#contract/messages/driver-file.ts';
import { t } from '#contract/text/languages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { statusNames, statusTones } from './driver-file-labels.ts';

interface ItemMarksProps {
  item: DriverFileItem;
  /** The person's position needs the document. */
  isNeeded: boolean;
}

/** The badges of an item: its status, and what the office or the driver has to do. */
export function ItemMarks({ item, isNeeded }: ItemMarksProps) {
  const { status } = item;
  const isUnchecked = status === 'missing' && needsCheck(item);
  return (
    <span className="inline-flex flex-wrap gap-1">
      {!isUnchecked && (
        <Badge tone={statusTones[status]}>
          {status === 'missing' && !isNeeded
            ? t('Not needed', 'No hace falta')
            : statusNames[status]}
        </Badge>
      )}
      {needsCheck(item) && <Badge tone="info">{messages.statuses.unchecked}</Badge>}
      {item.refused !== null && <Badge tone="danger">{t('Refused', 'No aceptado')}</Badge>}
    </span>
  );
}
