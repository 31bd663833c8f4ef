import { beforeEach, describe, expect, test } from 'vitest';
import { auditActions, auditKinds } from '#contract/audit-actions.ts';
import { endpoints } from '#contract/wire/endpoints.ts';
import { injectOptions } from '#tests/fixtures/requests.ts';
import type { Body } from '#tests/fixtures/sample-bodies.ts';
import { validRequest } from '#tests/fixtures/valid-requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { rowsOf } from '#tests/records/stored.ts';

/** Writes without an entry: a first step that grants nothing, what users see of their own, messages, reactions. */
const unaudited = [
  'previewImport',
  'tryFormat',
  'startTotp',
  'startPasskey',
  'startPasskeySignIn',
  'endOtherSessions', // without others
  'confirmClock', // in no doubt
  'markRead',
  'readInquiry',
  'readSettlementQuestion',
  'sendAttachment',
  'react',
  'subscribePush',
  'unsubscribePush',
];

/** Writes that are several events. */
const several: Record<string, string[]> = {
  createAnnouncement: ['announcement.create', 'announcement.send'],
  createClaim: ['damage.create', 'claim.create'],
  updateClaim: ['claim.update', 'damage.update'],
  createEmployee: ['employee.create', 'hours.update'],
  updateEmployee: ['employee.update', 'hours.update'],
  sendQuote: ['inquiry.update', 'quote.send'],
  answerQuote: ['inquiry.update', 'quote.answer'],
  takeBackQuote: ['inquiry.update', 'quote.take-back'],
  renewQuote: ['inquiry.update', 'quote.renew'],
  hireApplicant: [
    'user.create',
    'employee.create',
    'driver-file.upload',
    'password.link',
    'application.hire',
  ],
  createImport: ['job.create', 'data.import'],
  publishDrop: ['document.create', 'settlement-drop.publish'],
};

/** Actions about the actor's own session or about everybody. */
const withoutTarget = [
  'session.open',
  'session.confirm',
  'session.end',
  'session.end-device',
  'email.send',
  'notification.read',
  'time-off.calendar',
];

/** What a change needs in order to change something. */
const changes: Record<string, Body> = {
  updateJob: { position: 'Dispatcher' },
  updateUser: { user_role: 'admin' },
  updateEmployee: { department: 'Safety', pto_hours: 3 },
  updateDamage: { damage_description: 'Another dent' },
  updateCannedReply: { title: 'Gate code' },
  updateFormat: { name: 'Paychex' },
  updateTestimonial: { status: 'approved' },
  ...Object.fromEntries(
    ['updateTraining', 'updateSettlements', 'updateReports', 'updateEmployeeFile'].map((name) => [
      name,
      { file_name: 'Renamed.pdf' },
    ]),
  ),
};

const writes = endpoints.filter(({ method }) => method !== 'GET').map(({ name }) => name);
const remoteAddress = '203.0.113.50';

describe('the audit log has exactly one entry per event', () => {
  // Either side of the hour that daylight saving skips in Chicago: the log has UTC.
  let clock = Date.parse('2026-03-08T07:59:30.250Z');
  const t = suiteApp('sqlite', { now: () => new Date(clock) });
  beforeEach(() => {
    clock += 1_000;
  });

  test.each(writes)('%s (SEC34)', async (name) => {
    const request = await validRequest(t, name, changes[name]);
    const by = name === 'logout' ? await t.person('leaving', 'admin') : request.by;
    await t.ctx.auditEvents.flush({ all: true });
    const before = (await rowsOf(t, 'audit')).length;
    const response = await t.app.inject({ ...injectOptions(request, by), remoteAddress });
    expect(response.statusCode, response.body).toBeLessThan(300);
    await t.ctx.auditEvents.flush({ all: true });
    const rows = (await rowsOf(t, 'audit', {}, 'id')).slice(before);
    const actions = rows.map(({ action }) => action);
    if (unaudited.includes(name)) expect(actions).toEqual([]);
    else if (several[name]) expect(actions).toEqual(several[name]);
    else expect(actions).toHaveLength(1);
    const { access } = endpoints.find((endpoint) => endpoint.name === name) ?? {};
    for (const row of rows) {
      expect(Object.keys(auditActions)).toContain(row.action);
      expect([row.ip, row.at]).toEqual([remoteAddress, new Date(clock).toISOString()]);
      // Who signs in or uses a link is the account; visitors have none.
      if (access !== 'public') expect(row.user_id).toBe(by.userId);
      if (row.target_kind !== '') {
        expect(Object.keys(auditKinds)).toContain(row.target_kind);
        expect(row.target_id).not.toBe('');
      } else expect(withoutTarget).toContain(row.action);
    }
  });
});
