import { expect, test } from 'vitest';
import { anyDocument, formKinds, pdfOnly } from '#contract/files.ts';
import { acceptOf, formatLimit, formatSize, sizeFault } from './file-facts.ts';

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1024 * 1024 - 1, '1.0 MB'],
  [1.25 * 1024 * 1024, '1.3 MB'],
])('%i bytes are %j', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});

test("shows the server's limit", () => {
  expect(formatLimit(pdfOnly, 25)).toBe('PDF only, up to 25 MB.');
  expect(formatLimit(anyDocument, 25)).toBe(
    'PDF, Word, Excel, PowerPoint, text or picture, up to 25 MB; MP4 video up to 500 MB.',
  );
  expect(formatLimit(anyDocument, 900)).toContain('MP4 video up to 900 MB');
  expect(acceptOf(anyDocument)).toMatch(/\.heic,\.heif$/);
  expect(acceptOf(formKinds)).toBe('.pdf,application/pdf,.doc,application/msword,.docx');
});

test('finds an empty or too large file before the upload', () => {
  const file = (name: string, size: number) => {
    const made = new File([], name);
    Object.defineProperty(made, 'size', { value: size });
    return made;
  };
  const mb = 1024 * 1024;
  expect(sizeFault(file('a.pdf', 25 * mb), pdfOnly, 25)).toBeNull();
  expect(sizeFault(file('a.pdf', 25 * mb + 1), pdfOnly, 25)).toBe(
    'This file is larger than 25 MB. Please send a smaller one.',
  );
  expect(sizeFault(file('a.mp4', 501 * mb), anyDocument, 25)).toContain('500 MB');
  expect(sizeFault(file('a.pdf', 0), pdfOnly, 25)).toBe(
    'This file is empty. Please choose another one.',
  );
});
