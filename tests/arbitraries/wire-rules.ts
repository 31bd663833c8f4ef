/** What a field takes, and the fields that many calls have. */
export type FieldRule =
  | { kind: 'line' | 'text' | 'email' | 'secret'; required: boolean; max: number }
  /** Where it may be left out, blank is no change. */
  | { kind: 'password'; mayBeBlank?: true }
  | { kind: 'choice'; required: boolean; choices: readonly string[]; mayBeNull?: true }
  | { kind: 'date'; required: boolean }
  | { kind: 'whole'; min: number; max: number; required?: true }
  /** With at most 2 places, from 0 on. */
  | { kind: 'decimal'; max: number; mayBeBlank?: true }
  | { kind: 'flag' }
  | { kind: 'version' }
  /** Of a record that must be there: the tests make the first one. */
  | { kind: 'id'; mayBeBlank?: true }
  | { kind: 'rows'; required: readonly string[] }
  /** Ids of users, as a JSON list in a text; the tests have the users 1 and 2. */
  | { kind: 'ids'; required: boolean }
  /** A UUID that the caller makes, in either case. */
  | { kind: 'uuid' }
  /** A list whose rows the tests of its feature judge. */
  | { kind: 'list' }
  /** Never refused: what is wrong with it counts as absent. */
  | { kind: 'any' };

export interface Wire {
  valid: () => Record<string, unknown>;
  fields: Record<string, FieldRule>;
  /** The file without which the call is refused. */
  file?: () => Buffer;
}

export const line = (max = 100): FieldRule => ({ kind: 'line', required: true, max });
export const optionalLine = (max = 100): FieldRule => ({ kind: 'line', required: false, max });
export const text: FieldRule = { kind: 'text', required: true, max: 10_000 };
export const optionalText: FieldRule = { kind: 'text', required: false, max: 10_000 };
export const email: FieldRule = { kind: 'email', required: true, max: 254 };
export const secret: FieldRule = { kind: 'secret', required: true, max: 1000 };
export const date: FieldRule = { kind: 'date', required: true };
export const optionalDate: FieldRule = { kind: 'date', required: false };
export const flag: FieldRule = { kind: 'flag' };
export const choice = (...choices: string[]): FieldRule => ({
  kind: 'choice',
  required: true,
  choices,
});
export const optionalChoice = (...choices: string[]): FieldRule => ({
  kind: 'choice',
  required: false,
  choices,
});
