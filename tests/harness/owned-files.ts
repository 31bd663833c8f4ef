/** A stored file of every class, with those it is given to: each as the office or an employee puts it there. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { presignProduct, presignReport, presignSettlement } from '#contract/files.ts';
import type { TestApp, TestPerson } from './app.ts';
import { whole } from './applications.ts';
import { documentsOf, formOf } from './documents.ts';
import { pictureOf } from './file-samples.ts';
import { multipartOf, pdfOf, sha256 } from './multipart.ts';
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

/** The calls of one test app; `running` is asked at each call, so that it may start later. */
export function ownedFilesOf(running: () => TestApp) {
  const { post } = documentsOf(running);

  /** Gives a new document to these people; answers its id. */
  async function give(kind: DocumentClass, people: readonly TestPerson[]): Promise<number> {
    const answer = await post(`/api/${kind}/upload`, formOf({ user_ids: idsOf(people) }));
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().file_id;
  }

  /** Gives it to these people and no others; with new content when told. */
  async function change(
    kind: DocumentClass,
    fileId: number,
    people: readonly TestPerson[],
    bytes?: Buffer,
  ): Promise<void> {
    const fields = [{ name: 'user_ids', value: JSON.stringify(idsOf(people)) }];
    const file = bytes && { name: 'file', value: bytes, filename: 'New.pdf' };
    const { payload, headers } = multipartOf(file ? [...fields, file] : fields);
    const { app, admin } = running();
    const answer = await app.inject({
      method: 'PUT',
      url: `${addressOf(kind)}/${fileId}`,
      headers: { ...admin.headers, ...headers },
      payload,
    });
    expect(answer.statusCode, answer.body).toBe(200);
  }

  async function remove(kind: DocumentClass, fileId: number): Promise<void> {
    const { app, admin } = running();
    const url = `${addressOf(kind)}/${fileId}`;
    const answer = await app.inject({ method: 'DELETE', url, headers: admin.headers });
    expect(answer.statusCode, answer.body).toBe(200);
  }

  /** The key of a document's present content. */
  async function keyOf(fileId: number): Promise<string> {
    const documents = running().ground.db.selectFrom('documents').select('object_key');
    return (await documents.where('file_id', '=', fileId).executeTakeFirstOrThrow()).object_key;
  }

  /** A version that this person sends back of a file that is given to them; answers its key. */
  async function sendBack(fileId: number, by: TestPerson): Promise<string> {
    const { db } = running().ground;
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

  /** A message with a PDF; answers its key. */
  async function write(from: TestPerson, to: TestPerson): Promise<string> {
    const url = `/api/messages/${to.userId}/files`;
    const answer = await post(url, formOf({ clientId: randomUUID() }), from);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().sent.attachment.key;
  }

  /** The resume of an applicant; answers its key. */
  async function resume(): Promise<string> {
    const parts = Object.entries(whole).map(([name, value]) => ({ name, value: String(value) }));
    const file = { name: 'resume', value: pdfOf(randomUUID()), filename: 'cv.pdf' };
    const { payload, headers } = multipartOf([...parts, file]);
    const { app, ground } = running();
    const sent = await app.inject({ method: 'POST', url: '/api/application', headers, payload });
    expect(sent.statusCode, sent.body).toBe(201);
    const applications = ground.db.selectFrom('applications').select('resume_path');
    const row = await applications.where('id', '=', sent.json().id).executeTakeFirstOrThrow();
    return String(row.resume_path);
  }

  /** Bytes with their row, as an upload leaves them; answers the key. */
  async function store(
    key: string,
    bytes: Buffer,
    { kind = 'pdf', mediaType = 'application/pdf', name = 'Stored.pdf' } = {},
  ): Promise<string> {
    const { db, storage, config, now } = running().ground;
    const path = join(config.dataDir, 'tmp', randomUUID());
    await writeFile(path, bytes);
    await storage.keep(key, path, mediaType);
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

  /** A settlement of that person that an admin has dropped in and not published; answers its key. */
  async function waiting(of: TestPerson): Promise<string> {
    const { admin, ground } = running();
    const key = await store(`settlements/${randomUUID()}.pdf`, pdfOf(randomUUID()));
    const created_at = ground.now().toISOString();
    const { drop_id } = await ground.db
      .insertInto('settlement_drops')
      .values({ made_by: admin.userId, created_at })
      .returning('drop_id')
      .executeTakeFirstOrThrow();
    await ground.db
      .insertInto('settlement_drop_files')
      .values({
        ...{ drop_id, object_key: key, file_name: 'Stored', finding: 'match' as const },
        ...{ note: null, user_id: of.userId, candidates: '[]', created_at },
      })
      .execute();
    return key;
  }

  /** The picture of an item of the store, added by the admin; answers its key. */
  async function product(): Promise<string> {
    const { call, product: one } = storeOf(running);
    const form = itemForm(cap, await pictureOf('jpeg'));
    const answer = await call('POST', '/upload', running().admin, form);
    expect(answer.statusCode, answer.body).toBe(201);
    return (await one(answer.json().id))?.image_key ?? '';
  }

  /** The picture of a post, added by the admin; answers its key. */
  async function shownPost(): Promise<string> {
    const id = await postsOf(running).add({}, await pictureOf('jpeg'));
    return (await postsOf(running).one(id)).image_url ?? '';
  }

  /** Another form of a picture; answers its key. */
  async function formOfPicture(key: string): Promise<string> {
    const forms = running().ground.db.selectFrom('objects').select('key');
    return (await forms.where('original_key', '=', key).executeTakeFirstOrThrow()).key;
  }

  /** Asks for a link with that call. */
  function presign(
    key: string,
    by: Pick<TestPerson, 'headers'> | null,
    [path, name]: PresignCall = presignCalls[0],
  ): Promise<LightMyRequestResponse> {
    const url = `${path}?${new URLSearchParams({ [name]: key })}`;
    return running().app.inject({ url, headers: by?.headers ?? {} });
  }

  /** The link that this person gets. */
  async function link(key: string, by: TestPerson): Promise<string> {
    const answer = await presign(key, by);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().url;
  }

  return {
    ...{ give, change, remove, keyOf, sendBack, write, resume, store, waiting },
    ...{ product, post: shownPost, formOf: formOfPicture, presign, link },
  };
}

function idsOf(people: readonly TestPerson[]): number[] {
  return people.map(({ userId }) => userId);
}
