/** Filters of lists: a screen applies them in the browser, and an export on the server, to the same rows with the same function. */

/** `Values` are the URL parameters of the screen; '' is no filter. */
export interface ListFilter<Row, Values extends { [Name in keyof Values]: string }> {
  /** Shows all rows. */
  none: Values;
  /** The other values that a parameter may have; any text where it is left out. */
  choices?: Partial<Record<keyof Values, readonly string[]>>;
  matches: (row: Row, filter: Values, now: Date) => boolean;
}

/** Declares a filter with the type of its values. */
export const filterOf = <Row, Values extends { [Name in keyof Values]: string }>(
  filter: ListFilter<Row, Values>,
): ListFilter<Row, Values> => filter;

/** The rows that a filter matches. */
export function filtered<Row, Values extends { [Name in keyof Values]: string }, R extends Row>(
  filter: ListFilter<Row, Values>,
  rows: readonly R[],
  values: Values,
  now = new Date(),
): R[] {
  return rows.filter((row) => filter.matches(row, values, now));
}
