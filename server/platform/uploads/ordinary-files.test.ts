import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anyDocument, formKinds, pdfOnly, pictureKinds } from '#contract/files.ts';
import { files } from '#contract/messages/files.ts';
import { fileFamilyOf } from '#contract/wire/file-family.ts';
import type { FileKind } from '#contract/wire/file-kinds.ts';
import { ftypOf, officeOf, oleOf } from '#tests/harness/file-samples.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { pdfWithPages } from '#tests/harness/pdf-pages.ts';
import { startUploadApp, type UploadApp } from '#tests/harness/upload-app.ts';
import { zipOf } from '#tests/harness/zip.ts';

const apps = new Map<string, UploadApp>();
const rules: Record<string, readonly FileKind[]> = {
  documents: anyDocument,
  forms: formKinds,
  pdfs: pdfOnly,
  pictures: pictureKinds,
  sheets: ['xlsx', 'text'],
};

beforeAll(async () => {
  for (const [name, kinds] of Object.entries(rules))
    apps.set(name, await startUploadApp({ kinds }));
});
afterEach(async () => {
  for (const app of apps.values()) expect(await app.left()).toEqual([]);
});
afterAll(() => Promise.all([...apps.values()].map((app) => app.stop())));

function send(rule: string, bytes: Buffer | string, name: string) {
  const app = apps.get(rule);
  if (!app) throw new Error(rule);
  return app.send(bytes, name);
}

const behind = (start: string | Buffer, pdf = pdfOf()) => Buffer.concat([Buffer.from(start), pdf]);
const withoutEnd = Buffer.from(pdfOf().toString('latin1').replace('%%EOF\n', ''), 'latin1');
const part =
  '------WebKitFormBoundaryX\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/pdf\r\n\r\n';

describe('a PDF as other programs leave it', () => {
  test.each([
    ['a byte order mark before it', behind('\ufeff')],
    ['the head of a form before it', behind(part)],
    ['no end', withoutEnd],
    ['a page of HTML behind it', Buffer.concat([pdfOf(), Buffer.from('<html>'.repeat(900))])],
  ])('is accepted unchanged with %s, and the browser says the same', async (_, bytes) => {
    expect(fileFamilyOf(bytes.subarray(0, 4096))).toBe('pdf');
    const { status, body, bytes: stored } = await send('pdfs', bytes, 'resume.pdf');
    expect([status, body.error, body.mediaType]).toEqual([200, undefined, 'application/pdf']);
    expect(stored?.equals(bytes)).toBe(true);
  });

  test('is accepted with a password, also without an end', async () => {
    const locked = await pdfWithPages(['Pay'], { userPassword: '1234' });
    const cut = locked.subarray(0, locked.lastIndexOf('%%EOF'));
    for (const bytes of [locked, cut]) {
      expect((await send('pdfs', bytes, 'pay.pdf')).status).toBe(200);
    }
  });
});

const types = 'application/vnd.openxmlformats-officedocument.';
const macroType = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const templateType = `${types}wordprocessingml.template.main+xml`;

/** A ZIP whose content types have that element. */
const packageOf = (element: string, part: string) =>
  zipOf([
    { name: '[Content_Types].xml', value: `<?xml version="1.0"?>\n<Types>${element}</Types>` },
    { name: part, value: '<x/>' },
  ]);
const override = (part: string, type: string) =>
  packageOf(`<Override PartName="/${part}" ContentType="${type}"/>`, part);

describe('an Office file', () => {
  const word = `${types}wordprocessingml.document.main+xml`;
  const ofAll = `<Default ContentType='${word}' Extension='xml'></Default>`;
  const book = `PartName="/XL/Book.XML" ContentType="${types}spreadsheetml.sheet.main+xml"`;

  test.each<[string, Buffer, string]>([
    ['Word online', override('word/document2.xml', word), 'docx'],
    ['a program that names the type of all XML', packageOf(ofAll, 'content/text.xml'), 'docx'],
    // With names in other case and prefixes.
    ['another program', packageOf(`<ct:Override\n ${book} />`, 'xl/book.xml'), 'xlsx'],
  ])('of %s is what its content types say', async (_, bytes, kind) => {
    const { status, body } = await send('documents', bytes, `any.${kind}`);
    expect([status, body.error, body.kind]).toEqual([200, undefined, kind]);
  });

  test.each([
    ['with a type for macros', macroType, 'a.docm', files.macros],
    ['that is a template', templateType, 'letter.dotx', files.saveAs('.docx')],
  ])('%s is refused', async (_, type, name, sentence) => {
    const { status, body } = await send('forms', override('word/document.xml', type), name);
    expect([status, body.error]).toEqual([415, sentence]);
  });
});

const sheet = '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>1';
const excel2 = Buffer.from('0900040002001000', 'hex');
const odf = zipOf([{ name: 'mimetype', value: 'application/vnd.oasis.opendocument' }]);
const rtf = '{\\rtf1\\ansi hello}';

test.each<[rule: string, name: string, bytes: Buffer | string, remedy: string]>([
  ['sheets', 'people.xls', oleOf('Workbook'), '.xlsx'],
  ['sheets', 'people.xls', sheet, '.xlsx'],
  ['sheets', 'people.xls', '<?xml version="1.0"?><?mso-application progid="Excel"?>', '.xlsx'],
  ['sheets', 'people.xls', excel2, '.xlsx'],
  ['sheets', 'people.ods', odf, '.xlsx'],
  ['documents', 'miles.xls', sheet, '.xlsx'],
  ['documents', 'letter.rtf', rtf, '.docx'],
  ['documents', 'letter.pages', zipOf([{ name: 'Index/Document.iwa' }]), '.docx'],
  ['documents', 'loading.mov', ftypOf('qt  ', 'qt  '), 'MP4'],
  ['pdfs', 'resume.docx', officeOf('docx'), 'PDF'],
  ['pictures', 'scan.tif', Buffer.from('II*\0\x08\0\0\0', 'latin1'), 'JPEG or PNG'],
])('%s: %s is refused with what to save it as', async (rule, name, bytes, remedy) => {
  const { status, body } = await send(rule, bytes, name);
  expect([status, body.error]).toEqual([415, files.saveAs(remedy)]);
});
