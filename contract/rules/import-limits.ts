/** How much of a spreadsheet is read. Each reading starts a process, which the schemas would delay by a quarter second. */

/** Rows below the header. */
export const maxImportRows = 5_000;
/** Further columns are left out. */
export const maxImportColumns = 100;
