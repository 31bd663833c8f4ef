/** What a test of the short run must not do, because a busy machine would break it. */

export interface Rule {
  pattern: RegExp;
  files: RegExp;
  why: string;
  /** In files with this it is no violation. */
  unless?: RegExp;
  /** Files that have it for a reason. */
  except?: readonly string[];
}

/** Test files of the short run, and what they share. */
const inShortRun =
  /^(?!.*\.full\.)(?!tests\/load\/)(?!tests\/refused-code\.test\.ts$)(tests\/|.*\.(test|spec)\.tsx?$)/;

export const unsteady: Rule[] = [
  {
    pattern: /networkidle|\bwaitForTimeout\b/,
    files: inShortRun,
    why: 'waits for a fixed time: wait for what happens',
  },
  {
    pattern:
      /import \{[^}]*\bsetTimeout\b[^}]*\} from '(node:)?timers\/promises'|new Promise(<[^>]*>)?\([^;]{0,40}\bsetTimeout\(/,
    files: inShortRun,
    unless: /useFakeTimers/,
    why: 'waits for a fixed time: wait with until() for what happens',
    except: [
      // They ask again and again until something has happened.
      'tests/harness/postgres-cluster.ts',
      'tests/harness/resources.ts',
      'tests/harness/server.ts',
      'tests/harness/until.ts',
      // Delays that a test asks for.
      'tests/harness/smtp.ts',
      'tests/harness/tcp-proxy.ts',
      // They wait between two tries and break connections after random times; what they assert waits for no time.
      'tests/faults/database-outages.test.ts',
      'tests/faults/failed-calls.test.ts',
      'tests/faults/kill.test.ts',
      'tests/faults/node-cluster.ts',
      'tests/faults/journal.ts',
      'tests/faults/nodes.test.ts',
      'tests/faults/quiet-database.ts',
      'tests/faults/slow-clients.test.ts',
      'tests/faults/soak.test.ts',
      'tests/harness/chat-client.ts',
    ],
  },
  {
    pattern:
      /\b(performance\.now|process\.(hrtime|cpuUsage|memoryUsage))\b|expect\([^;\n]*\bDate\.now\(\)|\bDate\.now\(\) [<>]|[<>] Date\.now\(\)/,
    files: inShortRun,
    unless: /useFakeTimers/,
    why: 'measures a machine that others use: inject a clock, or use threadCpuUsage or a process of its own',
    except: [
      // Give up after a time that only a hang takes.
      'tests/harness/postgres-cluster.ts',
      'tests/harness/server.ts',
      'tests/harness/until.ts',
      // In the server's own process, for the full run.
      'tests/harness/report-resources.ts',
      // A process of its own.
      'tests/harness/reading-bombs.ts',
      // Signs in again before a sign-in is too old.
      'tests/e2e/office-api.ts',
      // They assert what they measure in full runs alone.
      'tests/faults/background-tasks.test.ts',
      'tests/faults/database-outages.test.ts',
      'tests/faults/journal.ts',
      'tests/faults/nodes.test.ts',
      'tests/faults/shutdown.test.ts',
      'tests/faults/slow-clients.test.ts',
      'tests/faults/soak.test.ts',
      'tests/realtime/pages.ts',
      // They replace it.
      'server/features/chat/chat-files.test.ts',
      'server/features/chat/chat-flood.test.ts',
    ],
  },
  {
    pattern: /\bMath\.random\b|\brandomInt\b|\bnumRuns\b/,
    files: inShortRun,
    why: "can't be repeated: take the seed and values of tests/fixtures/fuzz.ts",
    except: [
      'tests/fixtures/fuzz.ts',
      // The port must be another one in each worker.
      'tests/harness/free-port.ts',
      // It draws the seed of a full run, and prints it.
      'tests/harness/seeded-random.ts',
    ],
  },
];
