import { getEarlierInquiry } from '#contract/inquiry-status.ts';
import { inquiryStatus as messages } from '#contract/messages/quotes.ts';
import type { Call } from '#contract/wire/endpoint.ts';
import type { ReturnedForm } from '../form/posted-form.ts';

/** The inquiry form filled from an earlier request, when 'Ask again' was pressed on its page; else null. */
export async function earlierForm(request: Request, call: Call): Promise<ReturnedForm | null> {
  const code = (await request.clone().formData()).get('again');
  if (typeof code !== 'string') return null;
  const earlier = await call(getEarlierInquiry, { params: { code } }).catch(() => null);
  // The link died meanwhile: the empty form.
  if (!earlier) return { values: {}, errors: {}, message: messages.dead, tone: 'info' };
  const { reference, ...fields } = earlier;
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, String(value ?? '')]),
  );
  return { values, errors: {}, message: messages.again(reference), tone: 'info' };
}
