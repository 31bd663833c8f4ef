import * as z from 'zod/mini';
import { settlementPay as messages } from './messages/settlement-pay.ts';
import { isCalendarDate } from './rules/dates.ts';
import { daysBetween } from './rules/day-count.ts';
import { endpoint } from './wire/endpoint.ts';
import { anyDecimal, done, idParams, optionalDate, version } from './wire/fields.ts';
import { type RecordFields, updateShape } from './wire/record-fields.ts';

/** Days of one settlement, at most. */
export const maxPeriodDays = 35;

export const maxPay = 9_999_999.99;

/** Below 0 when deductions are more than the pay. */
const pay = anyDecimal('dollars', messages.badPay, maxPay, -maxPay);

/** What a settlement says of its pay; the server reads it from the PDF, and the office corrects it. */
export const settlementPayFields = {
  net_pay: { kind: 'money', label: 'Net pay', schema: z._default(pay, null) },
  period_from: { kind: 'date', label: 'Period from', schema: optionalDate() },
  period_to: { kind: 'date', label: 'Period to', schema: optionalDate() },
} satisfies RecordFields;

interface Period {
  period_from?: string | null | undefined;
  period_to?: string | null | undefined;
}

const isDayOrNone = (day: string | null) => day === null || isCalendarDate(day);

/** A check of both days, when neither has an error of its own. */
const periodCheck = (
  isRight: (period: { from: string | null; to: string | null }) => boolean,
  error: string,
) =>
  z.refine<Period>(
    ({ period_from, period_to }) => {
      const [from, to] = [period_from || null, period_to || null];
      return !isDayOrNone(from) || !isDayOrNone(to) || isRight({ from, to });
    },
    { error, path: ['period_to'] },
  );

export const settlementPayInput = z
  .object({ ...updateShape(settlementPayFields), version: version() })
  .check(
    periodCheck(({ from, to }) => (from === null) === (to === null), messages.bothDays),
    // A day that is cleared alone would leave half a period.
    z.refine<Period>(
      ({ period_from, period_to }) => (period_from === undefined) === (period_to === undefined),
      { error: messages.bothDays, path: ['period_to'] },
    ),
    periodCheck(({ from, to }) => !from || !to || from <= to, messages.endsEarly),
    periodCheck(
      ({ from, to }) => !from || !to || daysBetween(from, to) < maxPeriodDays,
      messages.tooLong(maxPeriodDays),
    ),
  );

export const updateSettlementPay = endpoint({
  name: 'updateSettlementPay',
  method: 'PUT',
  path: '/api/settlements/files/{id}/pay',
  access: 'admin',
  summary:
    'Changes the net pay and the period of a settlement. A reading of its current PDF fills only what is missing.',
  params: idParams,
  body: settlementPayInput,
  status: 200,
  reply: done,
});
