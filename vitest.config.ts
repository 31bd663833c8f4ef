import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import type { Engine } from './tests/harness/databases.ts';
import { isFull } from './tests/harness/is-full.ts';
import { workers } from './tests/harness/workers.ts';

const seed = Number(process.env.FUZZ_SEED) || (isFull ? Date.now() : 20_261_121);

/** The built pages, 8 MB: Node loads them in a tenth of the time of a transformation. */
const builtPages = /\/build\/server\//;

/**
 * Node itself loads the server and the contract, as it does outside of tests: a first run of two API tests takes 7
 * seconds of the processor and not 12. Where Vitest watches, measures or changes these files, it loads them.
 */
const isNative =
  process.argv.includes('run') &&
  process.env.PLANTED === undefined &&
  !process.argv.some((arg) => arg.startsWith('--coverage'));
const sources = new RegExp(
  `${RegExp.escape(import.meta.dirname)}/(server|contract)/(?!.*\\.test\\.)`,
);

const shared = {
  environment: 'node' as const,
  setupFiles: ['tests/harness/setup.ts'],
  pool: 'forks' as const,
  // In every project, because Vitest decides once for all: two ways would be two instances of some modules.
  server: { deps: { external: isNative ? [builtPages, sources] : [builtPages] } },
  // Node's own storage needs a file; the tests of web/ bring theirs.
  execArgv: ['--disable-warning=ExperimentalWarning'],
  // Far above what any test needs, so that only a hang times out.
  testTimeout: isFull ? 900_000 : 180_000,
  hookTimeout: 300_000,
  teardownTimeout: 20_000,
  retry: 0,
  // A forgotten .only would silently skip its neighbors.
  allowOnly: false,
  // Shuffles the tests of a file: always alike in `npm test`, anew in full runs, which print their seed.
  sequence: { shuffle: true, seed },
};

const files = globSync('{contract,server,tests,web}/**/*.test.{ts,tsx}', {
  cwd: import.meta.dirname,
})
  .filter((file) => isFull || !/\.full\.test\.tsx?$/.test(file))
  .sort();

/** Real server processes, kills and dropped connections; containers and proxies. */
const isFault = (file: string) => /^tests\/(faults|deployment)\//.test(file);
const textOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
/** Loads: in the long run alone and last, because other tests would slow them. */
const isLoad = (file: string) => file.startsWith('tests/load/');
/** API tests import the app, a database or an outbox from tests/harness; the others are unit tests. */
const isApi = (file: string) =>
  /from '(.*\/harness\/(app|chats|databases|mail-\w+)|\.\/databases)\.ts'/.test(textOf(file));
const onPostgres = isFull
  ? /\b(onBoth\w+|engines|postgresOnly)\b/
  : /\b(onBothDatabases|postgresOnly)\b/;
const usesPostgres = (file: string) => onPostgres.test(textOf(file));

/** An hour in the long run. */
const soak = 'tests/faults/soak.test.ts';

const faults = files.filter((file) => isFault(file) && file !== soak);
const loads = files.filter(isLoad);
const rest = files.filter((file) => !isFault(file) && !isLoad(file));
const api = rest.filter(isApi);
const unit = rest.filter((file) => !isApi(file));

/** The API tests of one engine: suites read it from tests/harness/databases.ts. */
const apiProject = (engine: Engine, include: string[]) => ({
  test: {
    ...shared,
    name: `api-${engine}`,
    include,
    provide: { engines: [engine] },
    // Every file starts its own app; reloading the server's modules would take another second.
    isolate: false,
  },
});

/**
 * The longest first, as measured. A fresh clone has no durations, and Vitest would begin with the largest
 * files: then the last worker runs a long test alone.
 */
const longest = [
  'tests/accepted-calls',
  'tests/simultaneous-changes',
  'server/features/import/import-samples',
  'server/features/exports/driver-file-pdf',
  'server/features/settlement-drops/settlement-drops',
  'tests/faults/nodes',
  'tests/faults/xss',
  'tests/faults/shutdown',
  'tests/faults/migrations',
  'tests/faults/kill',
  'tests/faults/start-faults',
].map((path) => join(import.meta.dirname, `${path}.test.ts`));

/**
 * One project after the other, the longest files of each first: a worker keeps the modules that it has loaded
 * only as long as the next file is of the same project.
 */
class ByProject extends BaseSequencer {
  override async sort(given: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(given);
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(moduleId);
      return place < 0 ? longest.length : place;
    };
    const projects = Map.groupBy(sorted, ({ project }) => project.name).values();
    return [...projects].flatMap((files) => files.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: ByProject, seed },
    globalSetup: ['tests/harness/postgres.ts'],
    // The projects share the workers in alphabetical order, so that the longest test begins first and the
    // short unit tests fill the gaps at the end.
    maxWorkers: workers,
    projects: [
      {
        test: {
          ...shared,
          name: 'a-soak',
          include: [soak],
          provide: { engines: ['sqlite', 'postgres'] },
        },
      },
      { test: { ...shared, name: 'unit', include: unit, isolate: false } },
      apiProject('sqlite', api),
      apiProject('postgres', api.filter(usesPostgres)),
      {
        test: {
          ...shared,
          name: 'faults',
          include: faults,
          // Servers and cut connections are processes of their own.
          isolate: false,
          provide: { engines: ['sqlite', 'postgres'] },
        },
      },
      {
        test: {
          ...shared,
          name: 'load',
          include: loads,
          provide: { engines: ['sqlite', 'postgres'] },
          ...(isFull && {
            fileParallelism: false,
            sequence: { ...shared.sequence, groupOrder: 1 },
          }),
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['contract/**', 'server/**'],
      reportsDirectory: 'coverage',
    },
  },
});
