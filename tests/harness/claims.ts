/** Damage claims of one test app. */
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Claim } from '#contract/claims.ts';
import { send } from '../fixtures/requests.ts';
import type { Body } from '../fixtures/sample-bodies.ts';
import type { TestApp, TestPerson } from './app.ts';
import { pictureOf } from './file-samples.ts';
import { multipartOf, textParts } from './multipart.ts';

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
  async function sendReport(
    by: TestPerson,
    more: Body = {},
    photos?: readonly Buffer[],
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const files = (photos ?? [await pictureOf('jpeg')]).map((value, at) => ({
      ...{ name: 'photos', value, filename: `IMG_${at}.jpg` },
    }));
    const form = multipartOf([...textParts({ ...report, ...more }), ...files]);
    return send(running(), 'POST', '/api/claims', by, form, headers);
  }

  return {
    sendReport,
    /** Reports damage; returns its id. */
    report: async (by: TestPerson, more?: Body, photos?: readonly Buffer[]): Promise<number> => {
      const response = await sendReport(by, more, photos);
      expect(response.statusCode, response.body).toBe(201);
      return response.json().damage_id;
    },
    get: (damageId: number, by: TestPerson) => send(running(), 'GET', urlOf(damageId), by),
    claim: async (damageId: number, by = running().admin): Promise<Claim> => {
      const response = await send(running(), 'GET', urlOf(damageId), by);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    update: (damageId: number, body: Body, by = running().admin) =>
      send(running(), 'PUT', urlOf(damageId), by, body),
    respond: (damageId: number, by: TestPerson, body: Body = { response: 'acknowledged' }) =>
      send(running(), 'PUT', `${urlOf(damageId)}/response`, by, body),
    addPhoto: (damageId: number, by: TestPerson, value: Buffer, key?: string) =>
      send(
        running(),
        'POST',
        `${urlOf(damageId)}/photos`,
        by,
        multipartOf([{ name: 'file', value, filename: 'IMG_9.jpg' }]),
        key === undefined ? {} : { 'idempotency-key': key },
      ),
  };
}
