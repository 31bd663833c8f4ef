/** A stored file of every class, with those it is given to: each as the office or an employee puts it there. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { presignProduct, presignReport, presignSettlement } from '#contract/files.ts';
import { endpointOf, injectOptions, sampleFile, send } from '../fixtures/requests.ts';
import { createId, keyOf, unnamed, uploadOf, validRequest } from '../fixtures/valid-requests.ts';
import type { TestApp, TestPerson } from './app.ts';
import { documentsOf, formOf } from './documents.ts';
import { pictureOf } from './file-samples.ts';
import { formBody, pdfOf, sha256 } from './multipart.ts';
import { postsOf } from './posts.ts';
import { cap, itemForm, storeOf } from './store.ts';

export const documentClasses = ['training', 'settlements', 'reports', 'employee-files'] as const;
export type DocumentClass = (typeof documentClasses)[number];

/** Each presign call with the name of its parameter. */
export const presignCalls = [
  [presignSettlement.path, 'path'],
  [presignReport.path, 'path'],
  [presignProduct.path, 'key'],
] as const;
export type PresignCall = (typeof presignCalls)[number];

const addressOf = (kind: DocumentClass) =>
  kind === 'employee-files' ? `/api/${kind}` : `/api/${kind}/files`;

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function ownedFilesOf(running: () => TestApp) {
  const { post } = documentsOf(running);

  /** Gives a new document to these people; returns its id. */
  const give = (kind: DocumentClass, people: readonly TestPerson[]): Promise<number> => {
    const name = kind === 'employee-files' ? 'uploadEmployeeFile' : uploadOf(kind);
    return createId(running(), name, { ...unnamed, user_ids: idsOf(people) });
  };

  /** Assigns it to these people and no others, with new content when given. */
  async function change(
    kind: DocumentClass,
    fileId: number,
    people: readonly TestPerson[],
    bytes?: Buffer,
  ): Promise<void> {
    const file = bytes && { name: 'file', value: bytes, filename: 'New.pdf' };
    const form = formBody({ user_ids: idsOf(people) }, file);
    const t = running();
    const answer = await send(t, 'PUT', `${addressOf(kind)}/${fileId}`, t.admin, form);
    expect(answer.statusCode, answer.body).toBe(200);
  }

  async function remove(kind: DocumentClass, fileId: number): Promise<void> {
    const t = running();
    const answer = await send(t, 'DELETE', `${addressOf(kind)}/${fileId}`, t.admin);
    expect(answer.statusCode, answer.body).toBe(200);
  }

  /** A version that this person sends back of a file that is given to them; returns its key. */
  async function sendBack(fileId: number, by: TestPerson): Promise<string> {
    const { db } = running().ctx;
    const { assignment_id: id } = await db
      .selectFrom('document_assignments')
      .select('assignment_id')
      .where('file_id', '=', fileId)
      .where('user_id', '=', by.userId)
      .executeTakeFirstOrThrow();
    const answer = await post(`/api/employee-files/${id}/submissions`, formOf(), by);
    expect(answer.statusCode, answer.body).toBe(201);
    const sent = db.selectFrom('submissions').select('object_key');
    return (
      await sent.where('submission_id', '=', answer.json().submission_id).executeTakeFirstOrThrow()
    ).object_key;
  }

  /** A message with a PDF; returns its key. */
  async function write(from: TestPerson, to: TestPerson): Promise<string> {
    const url = `/api/messages/${to.userId}/files`;
    const answer = await post(url, formOf({ clientId: randomUUID() }), from);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().sent.attachment.key;
  }

  /** The resume of an applicant; returns its key. */
  async function resume(): Promise<string> {
    const request = await validRequest(running(), 'sendApplication');
    const file = sampleFile(endpointOf('sendApplication'));
    const sent = await running().app.inject(injectOptions({ ...request, file }));
    expect(sent.statusCode, sent.body).toBe(201);
    const applications = running().ctx.db.selectFrom('applications').select('resume_path');
    const row = await applications.where('id', '=', sent.json().id).executeTakeFirstOrThrow();
    return String(row.resume_path);
  }

  /** Bytes with their row, as an upload leaves them; returns the key. */
  async function store(
    key: string,
    bytes: Buffer,
    { kind = 'pdf', mediaType = 'application/pdf', name = 'Stored.pdf' } = {},
  ): Promise<string> {
    const { db, storage, config, now } = running().ctx;
    const path = join(config.dataDir, 'tmp', randomUUID());
    await writeFile(path, bytes);
    await storage.put(key, path, mediaType);
    const [size, hash, created_at] = [bytes.length, sha256(bytes), now().toISOString()];
    await db
      .insertInto('objects')
      .values({
        key,
        kind,
        media_type: mediaType,
        size,
        sha256: hash,
        original_name: name,
        created_at,
      })
      .execute();
    return key;
  }

  /** A settlement of that person that an admin has dropped in and not published; returns its key. */
  async function waiting(of: TestPerson): Promise<string> {
    const { admin, ctx } = running();
    const key = await store(`settlements/${randomUUID()}.pdf`, pdfOf(randomUUID()));
    const created_at = ctx.now().toISOString();
    const { drop_id } = await ctx.db
      .insertInto('settlement_drops')
      .values({ made_by: admin.userId, created_at })
      .returning('drop_id')
      .executeTakeFirstOrThrow();
    await ctx.db
      .insertInto('settlement_drop_files')
      .values({
        ...{ drop_id, object_key: key, file_name: 'Stored', finding: 'match' as const },
        ...{ note: null, user_id: of.userId, candidates: '[]', created_at },
      })
      .execute();
    return key;
  }

  /** The picture of an item of the store, added by the admin; returns its key. */
  async function product(): Promise<string> {
    const { call, product: one } = storeOf(running);
    const form = itemForm(cap, await pictureOf('jpeg'));
    const answer = await call('POST', '/upload', running().admin, form);
    expect(answer.statusCode, answer.body).toBe(201);
    return (await one(answer.json().id))?.image_key ?? '';
  }

  /** The picture of a post, added by the admin; returns its key. */
  async function shownPost(): Promise<string> {
    const id = await postsOf(running).add({}, await pictureOf('jpeg'));
    return (await postsOf(running).one(id)).image_url ?? '';
  }

  /** Another form of a picture; returns its key. */
  async function formOfPicture(key: string): Promise<string> {
    const forms = running().ctx.db.selectFrom('objects').select('key');
    return (await forms.where('original_key', '=', key).executeTakeFirstOrThrow()).key;
  }

  /** Asks for a link with that call. */
  function presign(
    key: string,
    by: Pick<TestPerson, 'headers'> | null,
    [path, name]: PresignCall = presignCalls[0],
  ): Promise<LightMyRequestResponse> {
    const url = `${path}?${new URLSearchParams({ [name]: key })}`;
    return send(running(), 'GET', url, by);
  }

  /** The link that this person gets. */
  async function link(key: string, by: TestPerson): Promise<string> {
    const answer = await presign(key, by);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().url;
  }

  return {
    keyOf: (fileId: number) => keyOf(running(), fileId),
    ...{ give, change, remove, sendBack, write, resume, store, waiting },
    ...{ product, post: shownPost, formOf: formOfPicture, presign, link },
  };
}

function idsOf(people: readonly TestPerson[]): number[] {
  return people.map(({ userId }) => userId);
}
