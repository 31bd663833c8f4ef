/** Damage claims of one test app. */
import type { LightMyRequestResponse } from 'fastify';
import type { Claim } from '#contract/claims.ts';
import { pixel, send } from '../fixtures/requests.ts';
import type { Body } from '../fixtures/sample-bodies.ts';
import { jsonOf, read } from '../records/stored.ts';
import type { TestApp, TestPerson } from './app.ts';
import { formBody, multipartOf, textParts } from './multipart.ts';

/** A VIN with a right check digit. */
export const sampleVin = '1M8GDM9AXKP042788';

const report = {
  stage: 'delivery',
  place: 'Auction in Milwaukee',
  damage_date: '2025-10-06',
  note: 'Scratch on the left door.',
};

/** The calls; `running` is read at each call, so that it may start later. */
export function claimsOf(running: () => TestApp) {
  const urlOf = (damageId: number) => `/api/damages/${damageId}/claim`;

  /** Reports damage with any answer. */
  function sendReport(
    by: TestPerson,
    more: Body = {},
    photos: readonly Buffer[] = [pixel],
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const files = photos.map((value, at) => ({ name: 'photos', value, filename: `${at}.jpg` }));
    const form = multipartOf([...textParts({ ...report, ...more }), ...files]);
    return send(running(), 'POST', '/api/claims', by, form, headers);
  }

  return {
    sendReport,
    /** Reports damage; returns its id. */
    report: async (by: TestPerson, more?: Body, photos?: readonly Buffer[]): Promise<number> => {
      return (await jsonOf(sendReport(by, more, photos))).damage_id;
    },
    get: (damageId: number, by: TestPerson) => send(running(), 'GET', urlOf(damageId), by),
    claim: (damageId: number, by?: TestPerson): Promise<Claim> =>
      read(running(), urlOf(damageId), by),
    update: (damageId: number, body: Body, by = running().admin) =>
      send(running(), 'PUT', urlOf(damageId), by, body),
    respond: (damageId: number, by: TestPerson, body: Body = { response: 'acknowledged' }) =>
      send(running(), 'PUT', `${urlOf(damageId)}/response`, by, body),
    addPhoto: (damageId: number, by: TestPerson, value: Buffer, key?: string) => {
      const form = formBody({}, { name: 'file', value, filename: 'IMG_9.jpg' });
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
      return send(running(), 'POST', `${urlOf(damageId)}/photos`, by, form, headers);
    },
  };
}
