/** What the reporters of Vitest and Playwright record for `npm test`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface RecordedTest {
  /** From the project's folder. */
  file: string;
  title: string;
  state: 'passed' | 'failed' | 'skipped';
  seconds: number;
  /** Of a failed test. */
  message?: string;
}

/** 'file › title: first line of the message'. */
export function failureLine({ file, title, message = '' }: RecordedTest): string {
  const [firstLine = ''] = message.trim().split('\n');
  return `${file} › ${title}: ${firstLine}`;
}

/** Prints each failure when it happens, the first with its whole message, and saves all tests to the file TEST_RECORD. */
export class TestRecord {
  private readonly tests: RecordedTest[] = [];
  private readonly started = process.uptime();

  add(test: RecordedTest): void {
    const file = relative('', test.file);
    const message = test.message && stripVTControlCharacters(test.message);
    const recorded = { ...test, file, ...(message !== undefined && { message }) };
    if (test.state === 'failed') {
      const isFirst = this.tests.every(({ state }) => state !== 'failed');
      const after = Math.round(process.uptime() - this.started);
      console.log(`\nFailed after ${after} s: ${failureLine(recorded)}`);
      if (isFirst && message) console.log(message);
    }
    this.tests.push(recorded);
  }

  hasFailureIn(file: string): boolean {
    return this.tests.some((test) => test.state === 'failed' && test.file === relative('', file));
  }

  save(): void {
    const path = process.env.TEST_RECORD;
    if (path) writeFileSync(path, JSON.stringify(this.tests));
  }
}

function read(path: string): RecordedTest[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
}

interface Run {
  hasPassed: boolean;
  /** Whether files were chosen, so that the runner may have none. */
  isChosen?: boolean;
}

/** The tests recorded at `path`. A run without tests, or whose failure is no test's, has one more failure. */
export function recordedTests(path: string, { hasPassed, isChosen = false }: Run): RecordedTest[] {
  const tests = read(path);
  const failures = tests.filter(({ state }) => state === 'failed');
  const isUnexplained = !hasPassed && failures.length === 0;
  const isEmpty = tests.every(({ state }) => state === 'skipped') && !isChosen;
  if (!isUnexplained && !isEmpty) return tests;
  const message = isUnexplained ? 'it failed, and none of its tests' : 'it has no tests';
  return [...tests, { file: '', title: 'the whole run', state: 'failed', seconds: 0, message }];
}
