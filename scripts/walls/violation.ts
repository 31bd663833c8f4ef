/** One place where a file breaks a rule of the house. start: offset in the file's text. */
export type Violation = { path: string; start: number; why: string };
