import { cdlFields, type DriverFileItem, dateFields } from '#contract/driver-file.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { fieldRows } from '../shared/records/field-values.ts';
import { expiryText } from './driver-file-labels.ts';

/** The dates and details of the shown document. */
export function ItemFacts({ item }: { item: DriverFileItem }) {
  return (
    <DescriptionList
      rows={[
        [dateFields.issued_on.label, usCalendarDay(item.issued_on)],
        [dateFields.expires_on.label, expiryText(item)],
        ...(item.kind === 'cdl' ? fieldRows(cdlFields, item) : []),
        [t('Checked by', 'Revisado por'), item.checked_by],
      ]}
    />
  );
}
