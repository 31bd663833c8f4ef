import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type InquiryInput, inquiryInput } from '#contract/inquiries.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { type SiteverifyDouble, silence, startSiteverify } from '#tests/harness/siteverify.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { openRecaptcha } from '../../platform/limits/recaptcha.ts';
import { receiveInquiry } from './inquiries.service.ts';

describe('with reCAPTCHA', () => {
  const recaptcha = { siteKey: 'site', secret: 'secret' };
  const config = { recaptcha, publicUrl: 'https://kestrel.example.com' };
  const t = suiteApp('sqlite', { config });
  let google: SiteverifyDouble;
  beforeEach(async () => {
    google = await startSiteverify();
  });
  afterEach(() => google.close());

  const receive = async (recaptchaToken: string) => {
    const verifyCaptcha = openRecaptcha(t.ctx.config, t.ctx.now, google.url);
    const input = inquiryInput.parse({ ...smallInquiry, recaptchaToken }) as InquiryInput;
    const caller = { ip: '127.0.0.1', key: undefined, language: 'en' } as const;
    const { reference } = await receiveInquiry(t.ctx, verifyCaptcha, input, caller);
    const [row] = await rowsOf(t, 'inquiries', { reference });
    return { reference, flagged: row?.flagged };
  };
  const person = { success: true, action: 'submit', score: 0.9, hostname: 'kestrel.example.com' };

  test('does not flag a person and does not store the token', async () => {
    google.answer = person;
    expect((await receive('a token to look for')).flagged).toBe(0);
    for (const table of ['inquiries', 'outbox', 'audit', 'idempotency_keys'] as const) {
      const rows = await rowsOf(t, table);
      expect(JSON.stringify(rows)).not.toContain('a token to look for');
    }
  });

  test('stores and flags the inquiry within 3 s during an outage (SEC26, FLT18)', async () => {
    google.answer = silence;
    const soon = AbortSignal.timeout(50);
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soon);
    expect((await receive('token')).flagged).toBe(1);
    expect(timeout.mock.calls).toEqual([[2_500]]);
  });
});
