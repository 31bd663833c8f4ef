/** A violation of a rule. `start` is the offset in the file's text. */
export type Violation = { path: string; start: number; why: string };
