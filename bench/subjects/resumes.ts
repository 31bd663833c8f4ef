import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { multipartOf, pdfOf } from '../../tests/harness/multipart.ts';
import { type Company, withCompany } from '../company.ts';
import type { Figure, Subject } from '../figures.ts';
import { compare, load, type Target } from '../load.ts';
import { memoryMb, peakMemoryMb } from '../process-use.ts';
import { get, startRaw } from '../raw.ts';

const mebibyte = 1024 * 1024;
const connections = 8;

const fields = {
  first_name: 'Robin',
  middle_initial: 'N/A',
  last_name: 'Walker',
  phone: '904-555-0142',
  email: 'robin@example.com',
  street_address: '12 Harbor Street',
  city: 'Jacksonville',
  state: 'FL',
  gender: 'Decline',
  race: 'Decline to self-identify',
  certification: '1',
};

function applicationWith(resume: Buffer) {
  return multipartOf([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'resume', value: resume, filename: 'resume.pdf', type: 'application/pdf' },
  ]);
}

async function memoryFigure(what: string, limit: number, target: Target): Promise<Figure> {
  const before = memoryMb(target.pid);
  const peak = await peakMemoryMb(target.pid, load(target));
  return { what, ours: Math.max(0, peak - before), limit, unit: 'MB', most: 1 };
}

async function upload({ url, pid }: Company): Promise<Figure[]> {
  const { payload, headers } = applicationWith(pdfOf('Resume', mebibyte));
  const ours: Target = {
    url: `${url}/api/application`,
    pid,
    method: 'POST',
    headers,
    body: payload,
    connections,
    expect: 201,
  };
  const folder = mkdtempSync(join(tmpdir(), 'headrack-bench-'));
  const raw = await startRaw({ kind: 'sink', folder });
  try {
    const limit = { ...ours, pid: raw.pid, url: raw.answer };
    return [
      await compare('resume upload, 1 MiB', 0.5, ours, limit),
      await memoryFigure('  memory rise at 8 at once', 60, ours),
    ];
  } finally {
    await raw.stop();
    rmSync(folder, { recursive: true });
  }
}

async function signedLink({ url, file, admin }: Company): Promise<string> {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('select key from objects order by size desc limit 1').get();
  database.close();
  const query = new URLSearchParams({ path: String(row?.key) });
  const answer = await get(`${url}/api/settlements/presigned-get?${query}`, admin);
  return url + (JSON.parse(answer.body.toString()) as { url: string }).url;
}

async function download(company: Company): Promise<Figure[]> {
  const resume = pdfOf('Resume', 5 * mebibyte);
  const { payload, headers } = applicationWith(resume);
  const body = new Uint8Array(payload);
  await fetch(`${company.url}/api/application`, { method: 'POST', headers, body });
  const ours = { url: await signedLink(company), pid: company.pid, connections };
  const stored = readdirSync(company.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ours.url.includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const path = stored[0];
  if (path === undefined) throw new Error('the uploaded resume is not in the data folder');
  const length = String(resume.length);
  const raw = await startRaw({
    kind: 'file',
    path,
    headers: { 'content-type': 'application/pdf', 'content-length': length },
  });
  try {
    const limit = { ...ours, pid: raw.pid, url: raw.answer };
    return [
      await compare('resume download, 5 MiB', 0.6, ours, limit),
      await memoryFigure('  memory rise at 8 readers', 100, ours),
    ];
  } finally {
    await raw.stop();
  }
}

/** A resume on its way in and out again. */
export const resumes: Subject = {
  name: 'resumes',
  run: async () => [
    ...(await withCompany(() => undefined, upload)),
    ...(await withCompany(() => undefined, download)),
  ],
};
