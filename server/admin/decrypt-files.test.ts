import { createCipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../tests/harness/app.ts';
import { newFolder } from '../../tests/harness/new-folder.ts';
import { ownedFilesOf } from '../../tests/harness/owned-files.ts';
import { decryptFiles } from './decrypt-files.ts';

const key = Buffer.alloc(32, 1);

/** Encrypts as release 1.0.0 did. */
function encrypted(content: Buffer): Buffer {
  const id = createHash('sha256').update('headrack key id').update(key).digest().subarray(0, 8);
  const salt = randomBytes(32);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length));
  const header = Buffer.concat([Buffer.from('HEADRCK1'), id, salt, size]);
  const secret = Buffer.from(hkdfSync('sha256', key, salt, 'headrack file', 32));
  const blocks: Buffer[] = [];
  for (let at = 0; at < content.length; at += 65_536) {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(at / 65_536, 8);
    const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(header);
    const text = cipher.update(content.subarray(at, at + 65_536));
    blocks.push(text, cipher.final(), cipher.getAuthTag());
  }
  return Buffer.concat([header, ...blocks]);
}

test('decrypts what 1.0.0 encrypted, leaves plain files, and names a changed one', async () => {
  const t = await startApp('sqlite');
  onTestFinished(t.close);
  const { store } = ownedFilesOf(() => t);
  const fileOf = (name: string) => join(t.ctx.config.dataDir, 'files', name);
  const names: string[] = [];
  const contents = [150_000, 65_536, 9, 100].map((size) => randomBytes(size));
  for (const content of contents) names.push(await store(`training/${randomUUID()}.pdf`, content));
  const [large, exact, plain, changed] = names.map(fileOf) as [string, string, string, string];
  for (const file of [large, exact, changed]) writeFileSync(file, encrypted(readFileSync(file)));
  const bytes = readFileSync(changed);
  bytes[60] = (bytes[60] ?? 0) ^ 1;
  writeFileSync(changed, bytes);

  const keyFile = join(newFolder(), 'key');
  writeFileSync(keyFile, `${randomBytes(32).toString('base64')},${key.toString('base64')}\n`);
  const result = await decryptFiles(t.ctx.config, keyFile);
  expect(result.lines).toEqual(['Decrypted 2 of 4 files.']);
  expect(result.problems).toEqual([expect.stringContaining(names[3] ?? '')]);
  expect([large, exact, plain].map((file) => readFileSync(file))).toEqual(contents.slice(0, 3));
  expect((await decryptFiles(t.ctx.config, keyFile)).lines).toEqual(['Decrypted 0 of 4 files.']);
});
