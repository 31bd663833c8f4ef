import { cdlFields, type DriverFileItem } from '#contract/driver-file.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { fieldRows } from '../shared/field-values.ts';
import { DescriptionList } from '../shared/record-view.tsx';
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
