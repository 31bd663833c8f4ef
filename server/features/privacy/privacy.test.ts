import { describe, expect, test } from 'vitest';
import { privacyNotice } from '#contract/company/legal.ts';
import { privacyVersion } from '#contract/company/privacy-versions.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { applicationOf, apply, whole } from '#tests/records/hiring.ts';
import { readConfig } from '../../settings/config.ts';

describe('the privacy notice', () => {
  const { retention } = readConfig({ RETENTION_INQUIRIES_MONTHS: '1' });
  const t = suiteApp('sqlite', { config: { retention } });

  test('says how long records are kept, from the settings (SEC22)', async () => {
    const facts = (await send(t, 'GET', '/api/privacy', null)).json();
    expect(facts).toEqual({
      notice: privacyVersion,
      retention: {
        applications: 24,
        inquiries: 1,
        messages: null,
        submissions: null,
        driver_files: 36,
        audit_addresses: null,
        unsent_mail: 3,
      },
    });
    const { updated, sections } = privacyNotice(facts);
    expect(updated).toBe(privacyVersion);
    const text = sections.flatMap(({ paragraphs }) => paragraphs).join('\n');
    expect(text).toContain('Applications and resumes: for 24 months after we receive them');
    expect(text).toContain('Inquiries: for 1 month after we receive them');
    expect(text).toContain('Emails that we could not deliver: for 3 months after the last try');
    expect(text).toContain('Messages in the portal: for as long as we need them');
  });

  test('an application records the version that was shown (SEC22)', async () => {
    for (const [sent, stored] of [
      [privacyVersion, privacyVersion],
      ['2026-11-16', '2026-11-16'],
      ['2019-01-01', ''],
      [undefined, ''],
    ]) {
      const { status, body } = await apply(t, { ...whole, privacy_version: sent });
      expect(status, JSON.stringify(body)).toBe(201);
      expect(await applicationOf(t, body.id)).toMatchObject({ privacy_version: stored });
    }
  });
});
