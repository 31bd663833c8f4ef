import { describe, expect, test } from 'vitest';
import { applicationInput } from '#contract/applications.ts';
import { createDamage } from '#contract/damages.ts';
import { today } from '#contract/dates.ts';
import { kindOf, uploadDriverDocument } from '#contract/driver-file.ts';
import { honeypotField, inquiryInput } from '#contract/inquiries.ts';
import { departments, jobInput } from '#contract/jobs.ts';
import { sendMessageInput } from '#contract/message-input.ts';
import { timeOff as messages } from '#contract/messages/time-off.ts';
import { orderStatuses, placeOrder } from '#contract/orders.ts';
import { createPost, layouts } from '#contract/spotlight.ts';
import { createProduct } from '#contract/store.ts';
import { writeTestimonial } from '#contract/testimonials.ts';
import { takesPto, timeOffInput } from '#contract/time-off.ts';
import { measure } from '#contract/time-off-rules.ts';
import { messagesOf } from './chats.ts';
import { emailOf } from './employees.ts';
import { resolveTime, resolveValue } from './relative-time.ts';
import { readSample } from './sample-data.ts';
import type { Row } from './seed-tables.ts';

const noon = new Date('2026-03-11T17:00:00Z');
const midnight = new Date('2026-03-11T05:01:00Z');
const dayMs = 86_400_000;
const moments = [
  noon,
  midnight,
  new Date('2026-07-18T14:30:00Z'),
  new Date('2026-11-01T06:30:00Z'),
];
const samples = await Promise.all(
  moments.map(async (now) => ({ now, ...(await readSample(now)) })),
);
const { employees, tables } = await readSample(noon);
const rowsOf = (table: string) => tables[table] ?? [];

/** Those cells as an API call sends them: cents as dollars. */
function sentOf(row: Row, ...names: string[]): Row {
  return Object.fromEntries(
    names.map((name) =>
      name.endsWith('_cents')
        ? [name.slice(0, -6), row[name] === null ? null : Number(row[name]) / 100]
        : [name, row[name]],
    ),
  );
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Every text in a value, with the name of its field. */
function textsIn(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    textsIn(entry, Array.isArray(value) ? name : key),
  );
}

describe('relative times', () => {
  test.each([
    ['-1d 08:00', '2026-03-10T13:00:00.000Z'],
    ['-10d 08:00', '2026-03-01T14:00:00.000Z'],
    ['-10d 08:00:30', '2026-03-01T14:00:30.000Z'],
    ['-720m', '2026-03-11T05:00:00.000Z'],
    ['-0d 23:00', null],
    ['+0d 23:00', '2026-03-12T04:00:00.000Z'],
    ['-3d', '2026-03-08'],
    ['+40d', '2026-04-20'],
    ['-14mo', '2025-01-01'],
    ['-9y', '2017'],
    ['fri-1', '2026-03-06'],
    ['wed-1', '2026-03-04'],
    ['fri-2+1d 09:15', '2026-02-28T15:15:00.000Z'],
    ['Friday', undefined],
    ['', undefined],
  ])('resolves %s to %s', (text, expected) => {
    expect(resolveTime(text, noon)).toBe(expected);
  });

  test('are replaced in texts, and unknown names throw', () => {
    expect(resolveValue({ title: ['Week ending {fri-1}'] }, noon)).toEqual({
      title: ['Week ending 2026-03-06'],
    });
    expect(() => resolveValue('{friday}', noon)).toThrow('{friday}');
  });

  test('are all resolved, at any time of the day, and no instant but an expiry or the end of a duty is after now', () => {
    for (const { now, ...sample } of samples) {
      for (const [name, text] of textsIn(sample)) {
        expect(text.replace('{first name}', ''), name).not.toMatch(
          /^([-+]\d+(mo|[mdy])|[a-z]{3}-\d)|[{}]/,
        );
        if (/^\d{4}-\d\d-\d\dT/.test(text) && name !== 'expires_at' && name !== 'until') {
          expect(text <= now.toISOString(), name).toBe(true);
        }
      }
    }
  });
});

describe('the sample data passes the same checks as user input, at any time of the day', () => {
  test('jobs', () => {
    for (const row of rowsOf('jobs')) {
      const { '@': _, created_at: __, ...columns } = row;
      const cells = Object.entries(sentOf(columns, ...Object.keys(columns)));
      const sent = Object.fromEntries(cells.map(([name, value]) => [camelCase(name), value]));
      expect(jobInput.parse(sent)).toEqual(sent);
      for (const list of [
        row.job_responsibilities,
        row.skills,
        row.description_of_benefits,
        row.company_culture,
      ]) {
        const lines = String(list).split('\n');
        expect(lines.length).toBeGreaterThanOrEqual(4);
        expect(lines.length).toBeLessThanOrEqual(7);
      }
    }
  });

  test('time off, with hours that the ledger has taken', () => {
    for (const { now, tables: its, employees: people } of samples) {
      for (const row of its.time_off ?? []) {
        const { employee_id: _, hours_hundredths, kind, from_date, to_date, status, ...rest } = row;
        const sent = { ...rest, kind, from_date, to_date, hours: Number(hours_hundredths) / 100 };
        const input = timeOffInput.parse(sent);
        expect(measure(input, now)).toMatchObject({ hours: sent.hours });
        expect(row.takes_pto).toBe(takesPto(String(kind)) ? 1 : 0);
        const username = String(row.employee_id).slice(1);
        const { hours } = people.find((person) => person.username === username) ?? {};
        const reason = messages.ledger({ from_date: String(from_date), to_date: String(to_date) });
        const taken = hours?.pto.filter(([, , why]) => why === reason) ?? [];
        const isTaken = status === 'approved' && row.takes_pto === 1;
        expect(taken.map(([, delta]) => delta)).toEqual(isTaken ? [-sent.hours] : []);
      }
    }
  });

  test('driver files', () => {
    for (const { driverDocuments } of samples) {
      for (const { employee, kind, issued_on, expires_on, ...details } of driverDocuments) {
        expect(employees.map(({ username }) => username)).toContain(employee);
        const { params, body } = uploadDriverDocument;
        expect(params.safeParse({ employee_id: 1, kind }).success, kind).toBe(true);
        expect(body.parse({ issued_on, expires_on, ...details })).toMatchObject({ expires_on });
        expect(
          expires_on !== null || kindOf(kind).renewal === 'never' || details.state,
        ).toBeTruthy();
      }
    }
  });

  test('applications and inquiries', () => {
    for (const row of rowsOf('applications')) {
      const { work_experiences: workExperiences, work_references: references } = row;
      expect(applicationInput.parse({ ...row, workExperiences, references })).toMatchObject({
        first_name: row.first_name,
        state: row.state,
        workExperiences,
        references,
      });
    }
    for (const inquiry of rowsOf('inquiries')) {
      expect(inquiry.reference).toMatch(/^Q-[2-9A-HJKMNP-Z]{6}$/);
      const sent = inquiryInput.parse({ ...inquiry, [honeypotField]: '' });
      expect(sent.number_of_vehicles).toBe(inquiry.number_of_vehicles);
    }
  });

  test('messages, which stay in order', () => {
    for (const sample of samples) {
      const now = sample.now.toISOString();
      const messages = messagesOf(sample.chats);
      const roles = new Map(sample.employees.map(({ username, role }) => [username, role]));
      for (const { from, to, content, clientId, at, readAt } of messages) {
        expect(new Set([roles.get(from), roles.get(to)])).toEqual(new Set(['admin', 'employee']));
        const sent = { receiverId: 1, content, clientId };
        expect(sendMessageInput.parse(sent)).toEqual(sent);
        expect(at < now).toBe(true);
        expect(readAt === null || (at < readAt && readAt < now)).toBe(true);
      }
      expect(messages.map(({ at }) => at)).toEqual(messages.map(({ at }) => at).toSorted());
      const names = new Set(messages.flatMap(({ from, to }) => [from, to]));
      const byRole = Map.groupBy(names, (name) => roles.get(name));
      expect(byRole.get('employee')?.length).toBeGreaterThan(9);
      expect(byRole.get('admin')).toHaveLength(3);
      const chong = messages.filter(
        ({ from, to }) => new Set([from, to, 'ron.kestrel', 'chong.vang']).size === 2,
      );
      expect(chong.map(({ from }) => from.split('.')[0])).toEqual([
        ...['chong', 'ron', 'chong', 'ron', 'chong'],
      ]);
    }
  });

  test('products, orders, posts and testimonials', () => {
    for (const { now, tables: all, employees: staff } of samples) {
      const names = new Set(staff.map(({ username }) => `@${username}`));
      const isPast = (at: unknown) => at === null || String(at) < now.toISOString();
      const { products = [], orders = [], posts = [], testimonials = [] } = all;
      for (const row of products) {
        const sent = sentOf(row, 'title', 'description', 'price_cents', 'stock');
        expect(createProduct.body.parse(sent)).toEqual(sent);
        expect(isPast(row.created_at)).toBe(true);
      }
      for (const row of orders) {
        const sent = sentOf(row, 'quantity', 'note');
        expect(placeOrder.body.parse(sent)).toEqual(sent);
        expect(names).toContain(row.user_id);
        const product = products.find((entry) => `@${entry['@']}` === row.product_id);
        const times = [product?.created_at, row.created_at, row.updated_at];
        expect(times).toEqual(times.toSorted());
        expect([row.title, row.price_cents]).toEqual([product?.title, product?.price_cents]);
        expect(isPast(row.updated_at)).toBe(true);
      }
      for (const row of posts) {
        const sent = sentOf(row, 'title', 'text', 'layout_type');
        expect(createPost.body.parse(sent)).toEqual(sent);
        const times = (row.reactions as Row[]).map(({ reacted_at }) => String(reacted_at));
        expect(times.every((at) => String(row.created_at) < at && isPast(at))).toBe(true);
      }
      for (const row of testimonials) {
        const sent = sentOf(row, 'quote', 'client', 'role', 'company', 'city', 'state');
        if (row.written_at) expect(writeTestimonial.body.parse(sent)).toEqual(sent);
        expect([row.written_at, row.decided_at, row.invited_at].every(isPast)).toBe(true);
        const inquiry = all.inquiries?.find((entry) => `@${entry['@']}` === row.inquiry_id);
        expect([inquiry?.status, inquiry?.email_address]).toEqual(['won', row.email]);
      }
    }
  });

  test('damages, of drivers after their hire date, over fourteen months', () => {
    const damages = rowsOf('damages');
    expect(damages).toHaveLength(60);
    for (const row of damages) {
      const driver = employees.find(({ username }) => `@${username}` === row.employee_id);
      expect(driver?.record.position).toMatch(/Driver/);
      expect(row.driver_name).toBe(`${driver?.record.first_name} ${driver?.record.last_name}`);
      expect(driver && driver.record.hire_date < String(row.damage_date)).toBe(true);
      const { amount, ...cells } = sentOf(
        row,
        ...['driver_name', 'damage_date', 'damage_description', 'amount_cents'],
      );
      const sent = { ...cells, employee_id: 1, damage_amount: amount };
      expect(createDamage.body.parse(sent)).toEqual(sent);
      expect(today(new Date(String(row.created_at)))).toBe(row.damage_date);
    }
    const dates = damages.map((row) => String(row.damage_date));
    expect(dates).toEqual(dates.toSorted());
    expect(new Set(dates.map((date) => date.slice(0, 7))).size).toBeGreaterThanOrEqual(14);
    const drivers = new Set(damages.map((row) => row.employee_id));
    expect(drivers.size).toBeGreaterThanOrEqual(6);
    expect(drivers).toContain('@kevin.obrien');
  });
});

describe('the sample data covers', () => {
  test('every department, three months and every status of inquiries', () => {
    expect(new Set(rowsOf('jobs').map((row) => row.department))).toEqual(new Set(departments));
    const inquiries = rowsOf('inquiries');
    expect(new Set(inquiries.map((row) => row.status)).size).toBe(5);
    expect(inquiries.filter((row) => row.flagged === 1).length).toBeGreaterThan(0);
    for (const rows of [rowsOf('applications'), inquiries]) {
      const times = rows.map((row) => String(row.created_at));
      const ages = times.map((at) => (noon.getTime() - Date.parse(at)) / dayMs);
      expect(Math.min(...ages)).toBeGreaterThan(0);
      expect(Math.max(...ages)).toBeGreaterThan(80);
      expect(Math.max(...ages)).toBeLessThan(92);
      expect(times).toEqual(times.toSorted());
    }
  });

  test('every status of orders and testimonials, every layout, and a product that is sold out', () => {
    const stocks = rowsOf('products').map((row) => row.stock);
    expect(stocks).toHaveLength(12);
    expect(stocks.filter((stock) => stock === 0)).toHaveLength(1);
    expect(stocks).toContain(null);
    expect(stocks.some((stock) => Number(stock) > 0)).toBe(true);
    const orders = rowsOf('orders');
    expect(new Set(orders.map((row) => row.status))).toEqual(new Set(orderStatuses));
    expect(new Set(orders.map((row) => row.user_id)).size).toBeGreaterThan(9);
    const posts = rowsOf('posts');
    const seen = new Set(posts.map((row) => `${row.layout_type} ${row.image_key !== null}`));
    expect(seen).toEqual(new Set(layouts.flatMap((one) => [`${one} true`, `${one} false`])));
    for (const { reactions } of posts) {
      const users = (reactions as Row[]).map(({ user_id }) => user_id);
      expect(users.length).toBeGreaterThan(4);
      expect(new Set(users).size).toBe(users.length);
    }
    const statuses = rowsOf('testimonials').map((row) => row.status);
    expect(statuses.toSorted()).toEqual([
      ...['approved', 'declined', 'invited', 'waiting', 'waiting'],
    ]);
  });
});

test('phone numbers and email addresses are reserved for examples', () => {
  expect(new Set(employees.map(({ username }) => username)).size).toBe(27);
  const emails = employees.map(emailOf);
  const all = JSON.stringify([employees, emails, rowsOf('applications'), rowsOf('inquiries')]);
  for (const [, number] of all.matchAll(/"(\d{3}-\d{3}-\d{4})"/g)) {
    expect(number).toMatch(/^\d{3}-555-01\d\d$/);
  }
  for (const [, domain] of all.matchAll(/[\w.-]@([\w.-]+)/g)) {
    expect(domain).toMatch(/(^|\.)example\.com$/);
  }
});
