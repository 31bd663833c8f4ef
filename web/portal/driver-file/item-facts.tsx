import { cdlFields, type DriverFileItem } from '#contract/driver-file.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { fieldRows } from '../shared/records/field-values.ts';
import { expiryText } from './driver-file-labels.ts';

/** The dates and details of the shown document. */
export function ItemFacts({ item }: { item: DriverFileItem }) {
  return (
    <DescriptionList
      rows={[
        ['Issued', usCalendarDay(item.issued_on)],
        ['Expires', expiryText(item)],
        ...(item.kind === 'cdl' ? fieldRows(cdlFields, item) : []),
        ['Checked by', item.checked_by],
      ]}
    />
  );
}
