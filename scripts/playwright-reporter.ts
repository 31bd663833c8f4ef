import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { TestRecord } from './test-record.ts';

const messageOf = ({ message = '', location, snippet }: TestError) =>
  [message, location && `at ${location.file}:${location.line}`, snippet].filter(Boolean).join('\n');

/** Records the tests of Playwright. */
export default class PlaywrightReporter implements Reporter {
  private readonly record = new TestRecord();

  onTestEnd(test: TestCase, { duration, errors }: TestResult): void {
    const outcome = test.outcome();
    this.record.add({
      file: test.location.file,
      title: test.title,
      state: outcome === 'expected' ? 'passed' : outcome === 'skipped' ? 'skipped' : 'failed',
      seconds: duration / 1000,
      ...(errors.length > 0 && { message: errors.map(messageOf).join('\n') }),
    });
  }

  onError(error: TestError): void {
    const message = messageOf(error);
    this.record.add({
      file: '',
      title: 'outside of the tests',
      state: 'failed',
      seconds: 0,
      message,
    });
  }

  onEnd(): void {
    this.record.save();
  }

  /** The lists and dots of the other reporter still go to the terminal. */
  printsToStdio(): boolean {
    return false;
  }
}
