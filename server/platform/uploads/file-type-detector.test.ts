import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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
} from '../../../tests/harness/file-samples.ts';
import { pdfOf, sha256 } from '../../../tests/harness/multipart.ts';
import { startUploadApp, type UploadApp } from '../../../tests/harness/upload-app.ts';
import { zipOf } from '../../../tests/harness/zip.ts';

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
    for (const called of [name, 'anything.pdf', 'page.html']) {
      const { status, body, bytes: stored } = await any.send(bytes, called);
      expect([status, body.error]).toEqual([200, undefined]);
      expect(body.kind).toBe(kindOf[name] ?? name.split('.')[1]);
      expect(body).toMatchObject({ size: bytes.length, sha256: sha256(bytes) });
      expect(stored?.equals(bytes)).toBe(true);
    }
  });

  test.each([
    ['no line end', 'one line'],
    ['a byte order mark', '\ufeffname,miles\r\nZoë,4\r\n'],
    ['emoji', 'Loaded 🚚👩‍👩‍👧 and went'],
    ['an address in angle brackets', '<jo@example.com> wrote:\nLoad from the front.'],
    ['a less-than sign', '<5 miles'],
    ['tags further down', 'See: <script>alert(1)</script>'],
    ['a form feed', 'page 1\f page 2\ttab'],
    ['the start of another magic number', 'BM,price\nMZ,4\n'],
    ['Windows-1252', Buffer.from('Caf\xe9 \x96 na\xefve \x80 5', 'latin1')],
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

  test.each(['isom', 'iso5', 'mp41', 'mp42', 'avc1', 'M4V ', 'dash'])(
    'detects the brand %s as MP4',
    async (brand) => {
      const bytes = Buffer.concat([ftypOf(brand), mp4Of().subarray(28)]);
      expect((await any.send(bytes)).body.kind).toBe('mp4');
    },
  );
});

const script = '<script>alert(1)</script>';
const blank = ' '.repeat(5_000);
const manyEntries = Array.from({ length: 1_000 }, (_, index) => ({ name: `word/${index}.xml` }));

/** Rejected even where every document type is accepted, with that message. */
const refused: [string, Buffer | string, string?][] = [
  ['HTML', `<!DOCTYPE html>${script}`, files.markup],
  ['HTML without a doctype', `<html><body>${script}`, files.markup],
  ['HTML after blanks', `\n\n\t  <HTML >${script}`, files.markup],
  ['HTML after a byte order mark', `\ufeff<html>${script}`, files.markup],
  ['HTML after a comment', `<!-- a note --><p>${script}`, files.markup],
  ['HTML after 5,000 blanks', `${blank}<html>${script}`],
  ['a script', script, files.markup],
  ['a link', `<a href="javascript:alert(1)">x</a>`, files.markup],
  ['HTML that says it is a PDF', `<html>%PDF-1.4 ${script} %%EOF`, files.brokenPdf],
  ['XML', '<?xml version="1.0"?><a/>', files.markup],
  ['a style sheet that runs', '<?xml-stylesheet href="x.xsl"?><a/>', files.markup],
  ['PHP', '<?php system($_GET["c"]); ?>', files.markup],
  ['SVG', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, files.svg],
  ['SVG after XML', `<?xml version="1.0"?>\n<!-- a --><svg>${script}</svg>`, files.svg],
  ['HTML in UTF-16', Buffer.from(`\ufeff<html>${script}`, 'utf16le')],
  ['text in UTF-16', Buffer.from('\ufeffhello', 'utf16le')],
  ['text with a zero', 'hello\0world'],
  ['text with an escape', 'hello \u001b[31m'],
  ['text with a control far behind', `${'x'.repeat(300_000)}\u0001`],
  ['text in an unknown code', Buffer.from('Caf\x81', 'latin1')],
  ['RTF', '{\\rtf1\\ansi hello}'],
  ['PostScript', '%!PS-Adobe-3.0\nshowpage'],
  ['a PDF behind 1,024 bytes', Buffer.concat([Buffer.alloc(1_020, 1), pdfOf()])],
  ['a PDF cut before its page', pdfOf().subarray(0, 60), files.brokenPdf],
  ['an EXE', Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0', 'latin1')],
  ['an EXE with a PDF in it', Buffer.from('MZ\x90\0 %PDF-1.4 %%EOF', 'latin1'), files.brokenPdf],
  ['ELF', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1')],
  ['a class of Java', Buffer.from('cafebabe00000034', 'hex')],
  ['WebAssembly', Buffer.from('\0asm\x01\0\0\0', 'latin1')],
  ['GZIP', Buffer.from('1f8b0800000000000003', 'hex')],
  ['RAR', Buffer.from('Rar!\x1a\x07\x01\0', 'latin1')],
  ['7z', Buffer.from('377abcaf271c0004', 'hex')],
  ['SQLite', Buffer.from('SQLite format 3\0', 'latin1')],
  ['a shortcut', Buffer.from('4c0000000114020000000000c000000000000046', 'hex')],
  ['BMP', Buffer.from('BM\x3a\0\0\0\0\0\0\0', 'latin1')],
  ['TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
  ['ICO', Buffer.from('00000100010010100000', 'hex')],
  ['PSD', Buffer.from('8BPS\0\x01\0\0', 'latin1')],
  ['WAV', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
  ['AVI', Buffer.from('RIFF\x24\0\0\0AVI LIST', 'latin1')],
  ['WebM', Buffer.from('1a45dfa39f4286810142f781', 'hex')],
  ['MP3', Buffer.from('ID3\x03\0\0\0\0', 'latin1')],
  ['HEIC', ftypOf('heic', 'mif1', 'heic'), files.heic],
  ['HEIC of ten bits', ftypOf('heim', 'mif1'), files.heic],
  ['HEIC in a row', ftypOf('msf1', 'hevc', 'mp42'), files.heic],
  ['QuickTime', ftypOf('qt  ', 'qt  ')],
  ['a song', ftypOf('M4A ', 'isom', 'mp42')],
  ['a film of an unknown brand', ftypOf('evil')],
  ['a ZIP', zipOf([{ name: 'a.txt', value: 'hello' }])],
  ['an app of Java', zipOf([{ name: 'META-INF/MANIFEST.MF', value: 'Main-Class: A' }])],
  ['OpenDocument', zipOf([{ name: 'mimetype', value: 'application/vnd.oasis.opendocument.text' }])],
  ['a ZIP without its list', docxOf().subarray(0, 400), files.brokenOffice],
  ['a Word file with bytes behind it', Buffer.concat([docxOf(), Buffer.alloc(99, 1)])],
  ['a Word file without its types', zipOf([{ name: 'word/document.xml' }])],
  ['a Word file without its text', zipOf([{ name: '[Content_Types].xml' }])],
  ['a Word file that climbs', officeOf('docx', 'x', [{ name: '../../evil' }]), files.brokenOffice],
  ['a Word file with macros', officeOf('docx', 'x', [{ name: 'word/vbaProject.bin' }])],
  ['an Excel file with macros', officeOf('xlsx', 'x', [{ name: 'xl/VBAPROJECT.BIN' }])],
  ['a locked entry', officeOf('docx', 'x', [{ name: 'a', encrypted: true }]), files.locked],
  ['a bomb of one entry', officeOf('docx', 'x', [{ name: 'a', value: 'a'.repeat(2_000_000) }])],
  ['a bomb that says so', officeOf('docx', 'x', [{ name: 'a', declared: 101 * 1024 * 1024 }])],
  ['a bomb of many entries', officeOf('docx', 'x', manyEntries)],
  ['an unknown OLE file', oleOf('Contents')],
  ['an installer', oleOf('\u0005SummaryInformation', '!_StringData')],
  ['an old Word file with macros', oleOf('WordDocument', '_VBA_PROJECT'), files.macros],
  ['a document behind a password', oleOf('EncryptionInfo', 'EncryptedPackage'), files.locked],
  ['an OLE file cut off', oleOf('WordDocument').subarray(0, 500)],
  ['half a signature', Buffer.from('\x89PNG\r\n\x1a', 'latin1')],
  ['bytes at random', Buffer.from(Array.from({ length: 9_000 }, (_, n) => (n * n * 7 + n) % 256))],
];
const reasons: Record<string, string> = {
  'a Word file with bytes behind it': files.brokenOffice,
  'a Word file with macros': files.macros,
  'an Excel file with macros': files.macros,
  'a bomb of one entry': files.packed,
  'a bomb that says so': files.packed,
  'a bomb of many entries': files.packed,
};

test.each(refused)('rejects %s with 415 under any name', async (what, bytes, sentence) => {
  const expected = sentence ?? reasons[what] ?? files.wrongKind(anyDocument);
  const { status, body } = await any.send(bytes, 'form.pdf');
  expect([status, body]).toEqual([
    415,
    { code: 'unsupported_media_type', error: expected, fields: { file: expected } },
  ]);
  for (const app of [forms, pdfs]) expect((await app.send(bytes, 'form.pdf')).status).toBe(415);
});

test('the corpus has at least sixty files', () => {
  expect(refused.length).toBeGreaterThanOrEqual(60);
});

test('keeps a PDF with JavaScript or trailing HTML a PDF', async () => {
  const active = pdfOf()
    .toString()
    .replace('/Type/Catalog', '/Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>');
  const both = `%PDF-1.4\n${script}\n%%EOF\n<html>${script}</html>`;
  for (const bytes of [active, both]) {
    expect((await pdfs.send(bytes, 'x.html')).body).toMatchObject({
      kind: 'pdf',
      mediaType: 'application/pdf',
      originalName: 'x.html.pdf',
    });
  }
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

test('names the accepted kinds for a HEIC file where images are not accepted', async () => {
  const { body } = await pdfs.send(ftypOf('heic'));
  expect(body.error).toBe(files.wrongKind(['pdf']));
});

test('rejects a ZIP bomb without unpacking it', async () => {
  const bomb = officeOf('docx', 'x', [{ name: 'a', value: Buffer.alloc(60_000_000) }]);
  const begun = process.cpuUsage();
  expect((await any.send(bomb)).status).toBe(415);
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1000).toBeLessThan(200);
});

describe('sanitizes the file name', () => {
  test.each([
    ['Anna Näf 👩‍👩‍👧 "quoted".pdf', 'Anna Näf 👩‍👩‍👧 "quoted".pdf'],
    ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
    ['cv\u202efdp.exe', 'cvfdp.exe.pdf'],
    ['..\\..\\etc/passwd', 'passwd'],
    ['invoice.PDF.Html ', 'invoice.PDF.Html.pdf'],
    ['run.bat', 'run.bat.pdf'],
    ['', 'file.pdf'],
    ['\u200d\u200d', 'file.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
    [`${'x'.repeat(300)}.hta`, `${'x'.repeat(196)}.pdf`],
  ])('stores %j as %j', async (sent, kept) => {
    const escaped = sent.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
    expect((await pdfs.send(pdfOf(), escaped)).body.originalName).toBe(kept);
  });
});

test('applies UPLOAD_MB, and 500 MB to MP4', async () => {
  const usual = 1024 * 1024;
  const app = await startUploadApp({ kinds: anyDocument }, { uploadBytes: usual });
  try {
    expect((await app.send(pdfOf('x', usual))).status).toBe(200);
    const over = await app.send(pdfOf('x', usual + 1));
    const sentence = 'This file is larger than 1 MB. Please send a smaller one.';
    expect(over).toMatchObject({
      status: 413,
      body: { error: sentence, fields: { file: sentence } },
    });
    expect((await app.send(Buffer.concat([csvOf(), Buffer.alloc(usual, 'x')]))).status).toBe(413);
    expect((await app.send(mp4Of(usual + 1))).body).toMatchObject({ kind: 'mp4', size: usual + 1 });
    expect(await app.left()).toEqual([]);
  } finally {
    await app.stop();
  }
});
