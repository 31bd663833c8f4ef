/** Creates a stored file of every class through the API. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { presignProduct, presignReport, presignSettlement } from '#contract/files.ts';
import { type ReceiptKind, receiptKinds } from '#contract/receipts.ts';
import { send } from '../fixtures/requests.ts';
import { keyOf } from '../fixtures/valid-requests.ts';
import { applicationForm, applicationOf, apply, whole } from '../records/hiring.ts';
import { cap, itemForm, makePost, postOf, productOf } from '../records/store-and-news.ts';
import { changeRows, jsonOf, read, rowsOf } from '../records/stored.ts';
import type { TestApp, TestPerson } from './app.ts';
import { claimsOf } from './claims.ts';
import { documentsOf, formOf, idsOf } from './documents.ts';
import { driverFilesOf } from './driver-files.ts';
import { dropsOf } from './drops.ts';
import { employeeFilesOf } from './employee-files.ts';
import { employeeOf } from './employees.ts';
import { photoOf, pictureOf } from './file-samples.ts';
import { formBody, pdfOf, sha256 } from './multipart.ts';

export const documentClasses = receiptKinds;

/** Each presign call with the name of its parameter. */
export const presignCalls = [
  [presignSettlement.path, 'path'],
  [presignReport.path, 'path'],
  [presignProduct.path, 'key'],
] as const;
export type PresignCall = (typeof presignCalls)[number];

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function ownedFilesOf(running: () => TestApp) {
  const { post, document, update, translate, one, remove } = documentsOf(running);

  /** Submits a version of a file assigned to this person; returns its key. */
  async function returnFile(fileId: number, by: TestPerson): Promise<string> {
    const office = employeeFilesOf(running);
    const assignment = await office.assignmentOf(fileId, by);
    await office.submit(assignment, by);
    const [latest] = await office.versions(assignment, by);
    return latest?.submitted_url ?? '';
  }

  /** The CDL of this person's employee record, which no admin has checked; returns its key. */
  async function license(by: TestPerson): Promise<string> {
    const employee = await employeeOf(running(), by.userId);
    const document_id = await driverFilesOf(running).upload(employee, 'cdl', {}, by);
    return (await rowsOf(running(), 'driver_documents', { document_id }))[0]?.object_key ?? '';
  }

  /** A message with a PDF; returns its key. */
  async function write(from: TestPerson, to: TestPerson): Promise<string> {
    const url = `/api/messages/${to.userId}/files`;
    return (await jsonOf(post(url, formOf({ clientId: randomUUID() }), from))).sent.attachment.key;
  }

  /** A question about a settlement with a photo; returns the photo's key. */
  async function ask(fileId: number, by: TestPerson): Promise<string> {
    const photo = { name: 'photo', value: await photoOf(), filename: 'Load.jpg' };
    const url = `/api/settlements/files/${fileId}/questions`;
    await jsonOf(post(url, formBody({ message: 'Why?' }, photo), by));
    const threads = await read(running(), '/api/settlements/questions', by);
    return threads[0].messages[0].photo.key;
  }

  /** A photo of damage that this person reports; returns its key. */
  async function claimPhoto(by: TestPerson): Promise<string> {
    const { report, claim } = claimsOf(running);
    await employeeOf(running(), by.userId);
    return (await claim(await report(by), by)).photos[0]?.file_path ?? '';
  }

  /** The resume of an applicant; returns its key. */
  async function resume(): Promise<string> {
    const form = applicationForm({ ...whole, email: `${randomUUID()}@example.com` }, pdfOf());
    const { body } = await apply(running(), form);
    return String((await applicationOf(running(), body.id)).resume_path);
  }

  /** Stores bytes with their row, like an upload; returns the key. */
  async function store(
    key: string,
    bytes: Buffer,
    { kind = 'pdf', mediaType = 'application/pdf', name = 'Stored.pdf' } = {},
  ): Promise<string> {
    const { db, storage, config, now } = running().ctx;
    const path = join(config.dataDir, 'tmp', randomUUID());
    await writeFile(path, bytes);
    await storage.put(key, path, mediaType);
    const file = { kind, media_type: mediaType, size: bytes.length, sha256: sha256(bytes) };
    const row = { key, ...file, original_name: name, created_at: now().toISOString() };
    await db.insertInto('objects').values(row).execute();
    return key;
  }

  /** An unpublished settlement, matched to that person; returns its key. */
  async function waiting(of: TestPerson): Promise<string> {
    const drops = dropsOf(running);
    const { drop_file_id, file_path } = await drops.add(await drops.drop(), 'Stored.pdf');
    const found = { finding: 'match', user_id: of.userId } as const;
    await changeRows(running(), 'settlement_drop_files', { drop_file_id }, found);
    return file_path;
  }

  /** The picture of a store item; returns its key. */
  async function product(): Promise<string> {
    const form = itemForm(cap, await pictureOf('jpeg'));
    const sent = send(running(), 'POST', '/api/store/upload', running().admin, form);
    return (await productOf(running(), (await jsonOf(sent)).id))?.image_key ?? '';
  }

  /** The picture of a post; returns its key. */
  async function shownPost(): Promise<string> {
    const id = await makePost(running(), {}, await pictureOf('jpeg'));
    return (await postOf(running(), id)).image_url ?? '';
  }

  /** A Spanish version of a training file for these people; returns its key. */
  async function spanish(people: readonly TestPerson[]): Promise<string> {
    const user_ids = idsOf(people);
    const id = await document('training', { user_ids });
    await jsonOf(translate(id, { user_ids }, pdfOf('Hola')));
    return (await one('training', id)).file_path_es ?? '';
  }

  /** A variant of a picture; returns its key. */
  const formOfPicture = async (original_key: string): Promise<string> =>
    (await rowsOf(running(), 'objects', { original_key }))[0]?.key ?? '';

  /** Requests a link with that call. */
  function presign(
    key: string,
    by: Pick<TestPerson, 'headers'> | null,
    [path, name]: PresignCall = presignCalls[0],
  ): Promise<LightMyRequestResponse> {
    const url = `${path}?${new URLSearchParams({ [name]: key })}`;
    return send(running(), 'GET', url, by);
  }

  async function link(key: string, by: TestPerson): Promise<string> {
    return (await jsonOf(presign(key, by))).url;
  }

  return {
    /** Uploads a document for these people; returns its id. */
    give: (kind: ReceiptKind, people: readonly TestPerson[]) =>
      document(kind, { user_ids: idsOf(people) }),
    /** Assigns it to these people only, and replaces its content when `bytes` are given. */
    change: (kind: ReceiptKind, fileId: number, people: readonly TestPerson[], bytes?: Buffer) =>
      jsonOf(update(kind, fileId, { user_ids: idsOf(people) }, bytes)),
    remove: (kind: ReceiptKind, fileId: number) => jsonOf(remove(kind, fileId)),
    keyOf: (fileId: number) => keyOf(running(), fileId),
    ...{ returnFile, license, ask, write, resume, store, waiting, claimPhoto, spanish },
    ...{ product, post: shownPost, formOf: formOfPicture, presign, link },
  };
}
