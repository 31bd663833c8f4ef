/** npm run bench [-- <name> …]: every figure beside its limit of the same run, and a table of the ratios. */
import { cpus } from 'node:os';
import { type Figure, type Subject, tableOf } from './figures.ts';
import { applications } from './subjects/applications.ts';
import { careers } from './subjects/careers.ts';
import { chat } from './subjects/chat.ts';
import { create } from './subjects/create.ts';
import { documentLists } from './subjects/documents.ts';
import { downloads } from './subjects/downloads.ts';
import { home } from './subjects/home.ts';
import { login } from './subjects/login.ts';
import { pages } from './subjects/pages.ts';
import { people } from './subjects/people.ts';
import { pictures } from './subjects/pictures.ts';
import { start } from './subjects/start.ts';
import { uploads } from './subjects/uploads.ts';

const subjects: Subject[] = [
  home,
  careers,
  applications,
  create,
  login,
  people,
  chat,
  documentLists,
  downloads,
  uploads,
  pictures,
  start,
  pages,
];

const wanted = process.argv.slice(2);
const names = subjects.map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Subjects: ${names.join(', ')}.`);
  process.exit(1);
}

const figures: Figure[] = [];
const broken: string[] = [];
console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`);
for (const { name, run } of subjects) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name}`);
  try {
    figures.push(...(await run()));
  } catch (error) {
    broken.push(name);
    console.error(`  broken: ${error instanceof Error ? error.message : error}`);
  }
}

console.log(`\n${tableOf(figures)}`);
console.log(
  '\nby CPU: the same ratio by requests per second of the processor time of the server itself.\n' +
    'It is the truer one where the machine is too small for a server and its visitors at once.',
);
if (broken.length > 0) {
  console.error(`\nBroken: ${broken.join(', ')}`);
  process.exitCode = 1;
}
// What a broken run left behind must not keep the bench alive.
process.exit();
