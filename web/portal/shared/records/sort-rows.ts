/** What a column sorts by. */
export type SortValue = string | number | null;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const isEmpty = (value: SortValue) => value === null || value === '';

/** The rows in order of a value, empty ones last either way. Equal ones keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortValue: (row: Row) => SortValue,
  direction: 'ascending' | 'descending',
): Row[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [sortValue(one), sortValue(other)];
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    const order = Number(a) - Number(b) || collator.compare(`${a}`, `${b}`);
    return direction === 'ascending' ? order : -order;
  });
}
