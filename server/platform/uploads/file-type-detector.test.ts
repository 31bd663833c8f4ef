import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { anyDocument, formKinds, pdfOnly } from '#contract/files.ts';
import { files } from '#contract/messages/files.ts';
import {
  csvOf,
  docxOf,
  ftypOf,
  mp4Of,
  officeOf,
  oleOf,
  sampleFiles,
} from '#tests/harness/file-samples.ts';
import { pdfOf, sha256 } from '#tests/harness/multipart.ts';
import { startUploadApp, type UploadApp } from '#tests/harness/upload-app.ts';
import { zipOf } from '#tests/harness/zip.ts';

const samples = await sampleFiles();
let any: UploadApp;
let forms: UploadApp;
let pdfs: UploadApp;

beforeAll(async () => {
  any = await startUploadApp({ kinds: anyDocument });
  forms = await startUploadApp({ kinds: formKinds });
  pdfs = await startUploadApp({ kinds: pdfOnly });
});
afterEach(async () => {
  for (const app of [any, forms, pdfs]) expect(await app.left()).toEqual([]);
});
afterAll(() => Promise.all([any.stop(), forms.stop(), pdfs.stop()]));

const pictures = /\.(png|jpg|webp|avif|gif)$/;

describe('detects the type from the bytes', () => {
  const kindOf: Record<string, string> = { 'note.txt': 'text', 'miles.csv': 'text' };
  const cases = Object.entries(samples).filter(([name]) => !pictures.test(name));
  test.each(cases)('accepts %s unchanged under any name', async (name, bytes) => {
    const { status, body, bytes: stored } = await any.send(bytes, 'page.html');
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.kind).toBe(kindOf[name] ?? name.split('.')[1]);
    expect(body).toMatchObject({ size: bytes.length, sha256: sha256(bytes) });
    expect(stored?.equals(bytes)).toBe(true);
  });

  test.each([
    ['a byte order mark', '\ufeffname,miles\r\nZoë,4\r\n'],
    ['an address in angle brackets', '<jo@example.com> wrote:\nLoad from the front.'],
    ['tags further down', 'See: <script>alert(1)</script>'],
    ['the start of another magic number', 'BM,price\nMZ,4\n'],
    ['Windows-1252', Buffer.from('Caf\xe9 \x96 na\xefve \x80 5', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffhello é', 'utf16le')],
    ['Ctrl-Z at its end', 'name,miles\r\nZoë,4\r\n\x1a'],
    ['a shell script, which is only ever downloaded', '#!/bin/sh\necho hello\n'],
  ])('detects text with %s', async (_, bytes) => {
    const { status, body } = await any.send(bytes, 'note.csv');
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'text', mediaType: 'text/plain', originalName: 'note.csv' });
  });

  test('detects long text whose characters span chunks', async () => {
    const text = Buffer.from(`x${'🚚é'.repeat(60_000)}`);
    expect((await any.send(text)).body.kind).toBe('text');
    const broken = Buffer.concat([text, Buffer.from([0x81])]);
    expect((await any.send(broken)).status).toBe(415);
  });

  test('detects the brand of iPhones as MP4', async () => {
    const bytes = Buffer.concat([ftypOf('mp42'), mp4Of().subarray(28)]);
    expect((await any.send(bytes)).body.kind).toBe('mp4');
  });
});

const script = '<script>alert(1)</script>';
const blank = ' '.repeat(5_000);
const manyEntries = Array.from({ length: 1_000 }, (_, index) => ({ name: `word/${index}.xml` }));

/** Rejected even where every document type is accepted, with that message. */
const refused: [string, Buffer | string, string?][] = [
  ['HTML', `<!DOCTYPE html>${script}`, files.markup],
  ['HTML after a comment', `<!-- a note --><p>${script}`, files.markup],
  ['HTML after 5,000 blanks', `${blank}<html>${script}`],
  ['a script', script, files.markup],
  ['HTML that says it is a PDF', `<html>%PDF-1.4 ${script} %%EOF`, files.brokenPdf],
  ['XML', '<?xml version="1.0"?><a/>', files.markup],
  ['PHP', '<?php system($_GET["c"]); ?>', files.markup],
  ['SVG', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, files.svg],
  ['SVG after XML', `<?xml version="1.0"?>\n<!-- a --><svg>${script}</svg>`, files.svg],
  ['a text that hides a PDF', `${'a note\n'.repeat(200)}%PDF-1.3\n1 0 obj`, files.brokenPdf],
  ['text with a zero', 'hello\0world'],
  ['text with a control far behind', `${'x'.repeat(300_000)}\u0001`],
  ['text in an unknown code', Buffer.from('Caf\x81', 'latin1')],
  ['RTF', '{\\rtf1\\ansi hello}'],
  ['a PDF behind 1,024 bytes', Buffer.concat([Buffer.alloc(1_020, 1), pdfOf()])],
  ['a PDF cut before its page', pdfOf().subarray(0, 60), files.brokenPdf],
  ['an EXE', Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0', 'latin1')],
  ['TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
  ['WebM', Buffer.from('1a45dfa39f4286810142f781', 'hex')],
  ['HEIC', ftypOf('heic', 'mif1', 'heic'), files.heic],
  ['a film of an unknown brand', ftypOf('evil')],
  ['a ZIP', zipOf([{ name: 'a.txt', value: 'hello' }])],
  ['a ZIP without its list', docxOf().subarray(0, 400), files.brokenOffice],
  ['a Word file with bytes behind it', Buffer.concat([docxOf(), Buffer.alloc(99, 1)])],
  ['a Word file without its types', zipOf([{ name: 'word/document.xml' }])],
  ['a Word file that climbs', officeOf('docx', 'x', [{ name: '../../evil' }]), files.brokenOffice],
  ['a Word file with macros', officeOf('docx', 'x', [{ name: 'word/vbaProject.bin' }])],
  ['a locked entry', officeOf('docx', 'x', [{ name: 'a', encrypted: true }]), files.locked],
  ['a bomb of one entry', officeOf('docx', 'x', [{ name: 'a', value: 'a'.repeat(2_000_000) }])],
  ['a bomb that says so', officeOf('docx', 'x', [{ name: 'a', declared: 101 * 1024 * 1024 }])],
  ['a bomb of many entries', officeOf('docx', 'x', manyEntries)],
  ['an old Word file with macros', oleOf('WordDocument', '_VBA_PROJECT'), files.macros],
  ['a document behind a password', oleOf('EncryptionInfo', 'EncryptedPackage'), files.locked],
  ['bytes at random', Buffer.from(Array.from({ length: 9_000 }, (_, n) => (n * n * 7 + n) % 256))],
];
const reasons: Record<string, string> = {
  'a Word file with bytes behind it': files.brokenOffice,
  'a Word file with macros': files.macros,
  'a bomb of one entry': files.packed,
  'a bomb that says so': files.packed,
  'a bomb of many entries': files.packed,
};

test.each(refused)('rejects %s with 415 under any name', async (what, bytes, sentence) => {
  const expected = sentence ?? reasons[what] ?? files.wrongKind(anyDocument);
  const { status, body } = await any.send(bytes, 'form.pdf');
  const reply = { code: 'unsupported_media_type', error: expected, fields: { file: expected } };
  expect([status, body]).toEqual([415, reply]);
});

test('accepts only the kinds of the rule and names them in the error', async () => {
  const takenBy = async (app: UploadApp) => {
    const taken: string[] = [];
    for (const [name, bytes] of Object.entries(samples)) {
      const { status, body } = await app.send(bytes, name);
      if (status === 200) taken.push(name);
      else expect(status).toBe(415);
      if (name === 'note.txt' && status === 415) taken.push(body.error ?? '');
    }
    return taken;
  };
  expect(await takenBy(forms)).toEqual([
    'handbook.pdf',
    'letter.doc',
    'letter.docx',
    "This type of file isn't accepted here. Please send a PDF or Word file.",
  ]);
  expect(await takenBy(pdfs)).toEqual([
    'handbook.pdf',
    "This type of file isn't accepted here. Please send a PDF file.",
  ]);
  expect(files.wrongKind(anyDocument)).toBe(
    "This type of file isn't accepted here. Please send a PDF, Word, Excel, PowerPoint, text or CSV file, a PNG, JPEG, WebP, AVIF or GIF picture or an MP4 video.",
  );
});

describe('sanitizes the file name', () => {
  test.each([
    ['Anna Näf 👩‍👩‍👧 "quoted".pdf', 'Anna Näf 👩‍👩‍👧 "quoted".pdf'],
    ['cv\u202efdp.exe', 'cvfdp.exe.pdf'],
    ['..\\..\\etc/passwd', 'passwd'],
    ['run.bat', 'run.bat.pdf'],
    ['', 'file.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ])('stores %j as %j', async (sent, kept) => {
    const escaped = sent.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
    expect((await pdfs.send(pdfOf(), escaped)).body.originalName).toBe(kept);
  });
});

test('applies UPLOAD_MB, and 500 MB to MP4', async () => {
  const usual = 1024 * 1024;
  const app = await startUploadApp({ kinds: anyDocument }, { uploadBytes: usual });
  onTestFinished(app.stop);
  expect((await app.send(pdfOf('x', usual))).status).toBe(200);
  const over = await app.send(pdfOf('x', usual + 1));
  const fields = { file: 'This file is larger than 1 MB. Please send a smaller one.' };
  expect(over).toMatchObject({ status: 413, body: { fields } });
  expect((await app.send(Buffer.concat([csvOf(), Buffer.alloc(usual, 'x')]))).status).toBe(413);
  expect((await app.send(mp4Of(usual + 1))).body).toMatchObject({ kind: 'mp4', size: usual + 1 });
  expect(await app.left()).toEqual([]);
});
