import * as z from 'zod/mini';
import { field } from '../messages/general.ts';
import { isCalendarDate } from '../rules/dates.ts';
import { typedDate } from '../rules/typed-dates.ts';
import { numberError, typedNumber, type Unit } from '../rules/typed-numbers.ts';
import { cleanLine, isBlank, unixLines, withoutInvisible } from '../text/blank-text.ts';

// C0 and C1 controls except tab and line feed, and non-characters, which databases treat differently.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/;

function absentOr(message: string) {
  return (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null || issue.input === ''
      ? field.required
      : message;
}

/**
 * At most `max` characters. Restricted to strings, because zod also reads the length of other values:
 * `{"length": {"toString": 0}}` would throw.
 */
export const atMost = (max: number, abort = false) =>
  z.maxLength(max, { error: field.tooLong(max), abort, when: isText } as { error: string });
/** At least `min` characters. */
export const atLeast = (min: number, message: string) =>
  z.minLength(min, { error: message, when: isText } as { error: string });
const isText = ({ value }: { value: unknown }) => typeof value === 'string';

/** Converts a value; undefined is the error `message`. */
export const convert = <In, Out>(converter: (value: In) => Out | undefined, message: string) =>
  z.transform((value: In, context): Out => {
    const converted = converter(value);
    if (converted !== undefined) return converted;
    context.issues.push({ code: 'custom', message, input: value });
    return z.NEVER;
  });

/** Text that databases store unchanged. */
export const storable = z.refine<string>(
  (text) => text.isWellFormed() && !forbidden.test(text),
  field.control,
);
const withUnixLines = z.overwrite<string>(unixLines);
const notBlank = z.refine<string>((text) => !isBlank(text), field.required);
const oneLine = z.overwrite<string>(cleanLine);

/** Required text, stored as typed with line breaks as `\n`, at most `max` characters. */
export const text = (max = 10_000) =>
  z.string({ error: absentOr(field.text) }).check(withUnixLines, notBlank, atMost(max), storable);

/** Required one-line text (name, place, address, subject), trimmed and without invisible characters. */
export const line = (max = 100) =>
  z
    .string({ error: absentOr(field.text) })
    .check(withUnixLines, oneLine, notBlank, atMost(max), storable);

const orBlank = (schema: z.ZodMiniType<string, string>) =>
  z.pipe(
    z.nullable(schema),
    z.transform((value: string | null) => value ?? ''),
  );

/** Text that may be empty, stored as typed; null is ''. */
export const nullableText = (max = 10_000) =>
  orBlank(z.string({ error: field.text }).check(withUnixLines, atMost(max), storable));

/** Optional text, stored as typed; absent, null and '' are all ''. */
export const optionalText = (max = 10_000) => z._default(nullableText(max), '');

/** One-line text that may be empty, stored like `line`; null is ''. For updates, where an absent key changes nothing. */
export const nullableLine = (max = 100) =>
  orBlank(z.string({ error: field.text }).check(withUnixLines, oneLine, atMost(max), storable));

/** Optional one-line text, trimmed; absent, null and '' are all ''. */
export const optionalLine = (max = 100) => z._default(nullableLine(max), '');

// One @, no spaces, a dot in the domain, and the lengths of RFC 5321 and 1035; mail servers check the rest.
const emailPattern =
  /^[^\s@<>()",;:\\]{1,64}@[^\s@<>()",;:\\.]{1,63}(?:\.[^\s@<>()",;:\\.]{1,63})+$/;

/** Required e-mail address, trimmed and without invisible characters, at most 254 characters. */
export const email = () =>
  z
    .string({ error: absentOr(field.email) })
    .check(
      z.overwrite(withoutInvisible),
      z.trim(),
      notBlank,
      atMost(254, true),
      z.regex(emailPattern, field.email),
      storable,
    );

/** Required choice from a closed list. */
export const choice = <const C extends readonly [string, ...string[]]>(choices: C) =>
  z.enum(choices, { error: absentOr(field.choice(choices)) });

const choiceOrBlank = (choices: readonly [string, ...string[]]) =>
  z.enum([...choices, ''], { error: field.choice(choices) });

/** A choice from a closed list that may be empty; null is ''. For updates that can clear it. */
export const nullableChoice = (choices: readonly [string, ...string[]]) =>
  orBlank(choiceOrBlank(choices));

/** Optional choice from a closed list; absent, null and '' are all ''. */
export const optionalChoice = (choices: readonly [string, ...string[]]) =>
  z._default(nullableChoice(choices), '');

/** A choice in an update; '' and null count as absent. */
export const anyChoice = <const C extends readonly [string, ...string[]]>(choices: C) =>
  z.optional(
    z.pipe(
      z.nullable(choiceOrBlank(choices)),
      z.transform((value: string | null) => value || undefined),
    ),
  ) as unknown as z.ZodMiniOptional<z.ZodMiniType<C[number], C[number]>>;

export const emptyToNull = z.pipe(
  z.literal(['', null]),
  z.transform(() => null),
);

const calendarDate = convert((text: string) => typedDate(text) ?? undefined, field.date);

/** Required calendar date, also as Americans write it; read as `YYYY-MM-DD`. */
export const date = () =>
  z.pipe(z.string({ error: absentOr(field.date) }).check(notBlank), calendarDate);

/** Calendar date that may be empty; null and '' are null. For updates. */
export const anyDate = () =>
  z.union([emptyToNull, z.pipe(z.string(), calendarDate)], { error: field.date });

/** Optional calendar date; absent, null and '' are all null. */
export const optionalDate = () => z._default(anyDate(), null);

/** Checks that the second date is not before the first, even when other fields are invalid. */
export const inOrder = <First extends string, Second extends string>(
  first: First,
  second: Second,
  message: string,
) =>
  z.refine<Record<First | Second, string | null>>(
    (dates) => {
      const [from, to] = [dates[first], dates[second]];
      return !isDay(from) || !isDay(to) || to >= from;
    },
    {
      error: message,
      path: [second],
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  );

// Each date field reports its own errors.
function isDay(value: string | null): value is string {
  return typeof value === 'string' && isCalendarDate(value);
}

/** A number or its text as `converted` accepts it; null and '' are null. */
const typedOrNull = (
  message: string,
  converted: (number: number) => number | undefined,
  unit?: Unit,
) =>
  z.pipe(
    z.nullable(z.union([z.number(), z.string()], { error: absentOr(message) })),
    z.transform((value, context): number | null => {
      if (value === null || (typeof value === 'string' && value.trim() === '')) return null;
      const number = typeof value === 'string' ? typedNumber(value, unit) : value;
      const result = number === null ? undefined : converted(number);
      if (result !== undefined) return result;
      const error = numberError(value, message);
      context.issues.push({ code: 'custom', message: error, input: value });
      return z.NEVER;
    }),
  );

const required = (schema: ReturnType<typeof typedOrNull>) =>
  z.pipe(
    schema,
    convert((value: number | null) => value ?? undefined, field.required),
  );

/** Whole number in a range that may be empty, also as text; null and '' are null. For updates. */
export const anyWhole = (min: number, max: number) =>
  typedOrNull(field.wholeNumber(min, max), (number) =>
    Number.isSafeInteger(number) && number >= min && number <= max ? number : undefined,
  );

/** Optional whole number in a range, also as text; absent, null and '' are all null. */
export const optionalWhole = (min: number, max: number) => z._default(anyWhole(min, max), null);

/** Required whole number in a range, also as text. */
export const whole = (min: number, max: number) => required(anyWhole(min, max));

/** A decimal with at most 2 places in a range, also as text; null and '' are null. */
export const anyDecimal = (unit: Unit, message: string, max: number, min = 0) =>
  typedOrNull(
    message,
    (number) => {
      // Tolerates rounding: 0.1 + 0.2 is 30 hundredths within a millionth.
      const hundredths = Math.round(number * 100);
      const isExact = Math.abs(number * 100 - hundredths) < 1e-6;
      return isExact && number >= min && number <= max ? hundredths / 100 : undefined;
    },
    unit,
  );

/** Hours that may be empty; null and '' are null. */
export const anyHours = () => anyDecimal('hours', field.hours, 99_999.99);

/** Hours: 0 to 99,999.99 with at most 2 decimals; stored as hundredths. */
export const hours = () => required(anyHours());

/** Dollars that may be empty; null and '' are null. For updates that can clear them. */
export const nullableMoney = () => anyDecimal('dollars', field.money, 9_999_999.99);

/** Dollars: 0 to 9,999,999.99 with at most 2 decimals; stored as cents. */
export const money = () => required(nullableMoney());

/** Optional dollars; absent, null and '' are all null. */
export const optionalMoney = () => z._default(nullableMoney(), null);

const flagText = z.union(
  [z.literal([0, 1]), z.boolean(), z.literal(['0', '1', '', 'true', 'false'])],
  { error: field.flag },
);
const isSet = (value: z.output<typeof flagText> | null): 0 | 1 =>
  value === 1 || value === true || value === '1' || value === 'true' ? 1 : 0;

/** A 0/1 flag; also accepts `true`, `false`, '0' and '1'; absent, null and '' are 0. */
export const flag = () => z._default(z.pipe(z.nullable(flagText), z.transform(isSet)), 0);

/** A 0/1 flag in an update; null and '' count as absent. */
export const anyFlag = () =>
  z.optional(
    z.pipe(
      z.nullable(flagText),
      z.transform((value) => (value === null || value === '' ? undefined : isSet(value))),
    ),
  );

/** A positive 31-bit integer, also as digits; undefined for anything else. */
export function parseId(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : value;
  const isId =
    typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= 2_147_483_647;
  return isId ? number : undefined;
}

/** The id of a record in a path or a body. */
export const id = (message: string = field.id) =>
  z.pipe(
    z.union([z.number(), z.string()], { error: message }),
    convert<number | string, number>(parseId, message),
  );

/** Optional id; null and '' count as absent. */
export const optionalId = () => z.optional(z.union([emptyToNull, id()], { error: field.id }));

/** The version of a record when it was read; a stale one is a 409. */
export const version = () => optionalId();

export const emptyToUndefined = z.pipe(
  z.literal(''),
  z.transform(() => undefined),
);

/** An id that filters a list; '' counts as absent. */
export const idFilter = () => z.optional(z.union([emptyToUndefined, id()], { error: field.id }));

/** `{id}` in a path. */
export const idParams = z.object({ id: id() });

/** `limit` and `before` of a paged list. */
export const page = {
  limit: z.optional(
    z.pipe(
      z.string(),
      convert(
        (value: string) => {
          const number = /^\d{1,3}$/.test(value) ? Number(value) : 0;
          return number >= 1 && number <= 500 ? number : undefined;
        },
        field.wholeNumber(1, 500),
      ),
    ),
  ),
  before: z.optional(z.string().check(atMost(200))),
};

/** Reply of a write: the required message. */
export const done = z.object({ message: z.string() });

/** Reply of a creation. */
export const created = z.object({ message: z.string(), id: z.int() });

/** An instant on the wire: ISO 8601 in UTC with `Z`. */
export const instant = z.iso.datetime();
