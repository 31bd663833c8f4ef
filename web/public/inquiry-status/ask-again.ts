import { getEarlierInquiry } from '#contract/inquiry-status.ts';
import { inquiryStatus as messages } from '#contract/messages/quotes.ts';
import type { Call } from '#contract/wire/endpoint.ts';
import type { ReturnedForm } from '../form/posted-form.ts';

/** The inquiry form filled from an earlier request, without dates, when 'Ask again' was pressed on its page; else null. */
export async function earlierForm(request: Request, call: Call): Promise<ReturnedForm | null> {
  const code = (await request.clone().formData()).get('again');
  if (typeof code !== 'string') return null;
  const earlier = await call(getEarlierInquiry, { params: { code } }).catch(() => null);
  // The link died meanwhile: the empty form.
  if (!earlier) return { values: {}, errors: {}, message: messages.dead, tone: 'info' };
  const { reference, vins, stops, pickup_date: _, delivery_date: __, ...fields } = earlier;
  // The first stop of each kind is in the fields.
  const others = stops.filter(({ kind }, at) => stops.findIndex((one) => one.kind === kind) < at);
  const rows = others.flatMap(({ date: _, ...stop }, row) =>
    Object.entries(stop).map(([name, value]) => [`stops.${row}.${name}`, value] as const),
  );
  const entries = [
    ...Object.entries(fields),
    ['vins', vins.map(({ vin }) => vin).join('\n')] as const,
    ...rows,
  ];
  const values = Object.fromEntries(entries.map(([name, value]) => [name, String(value ?? '')]));
  return { values, errors: {}, message: messages.again(reference), tone: 'info' };
}
