/** Creates testimonials through the API. */
import type { Inquiry } from '#contract/inquiries.ts';
import type { RunningServer } from '../harness/server.ts';
import { requestQuote, send, tokenOf, unique } from './office-api.ts';

/** A won inquiry of a unique dealer. */
export async function newWonInquiry(server: RunningServer): Promise<Inquiry> {
  const token = await tokenOf(server);
  const reference = await requestQuote(server, { company_name: unique('Ottawa Motors') });
  const list = await send<Inquiry[]>(server, 'GET', '/api/inquiries', token);
  const inquiry = list.find((one) => one.reference === reference);
  if (!inquiry) throw new Error(`no inquiry ${reference}`);
  await send(server, 'PUT', `/api/inquiries/${inquiry.id}`, token, { status: 'won' });
  return inquiry;
}

/** A link for the sender of a new won inquiry. */
export async function newLink(server: RunningServer): Promise<{ id: number; url: string }> {
  const { id } = await newWonInquiry(server);
  const path = `/api/inquiries/${id}/testimonial-link`;
  return send(server, 'POST', path, await tokenOf(server));
}

/** Adds approved testimonials. */
export async function approveMore(server: RunningServer, count: number): Promise<void> {
  const token = await tokenOf(server);
  for (let n = 0; n < count; n += 1) {
    const { id, url } = await newLink(server);
    await send(server, 'POST', `/api/testimonial/${url.split('/').at(-1)}`, null, {
      quote: `${unique('Said')}. ${'Every car was where it should be. '.repeat((n % 5) * 2)}`,
      client: unique('Client'),
      role: 'Manager',
      company: 'Ottawa Motors',
      city: 'Ottawa',
      state: 'IL',
    });
    await send(server, 'PUT', `/api/testimonials/${id}`, token, { status: 'approved' });
  }
}
