import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { TestRecord } from './test-record.ts';

const messageOf = (errors: readonly { message: string; stack?: string }[]) =>
  errors.map(({ stack, message }) => stack ?? message).join('\n');

/** Records the tests of Vitest. A file that fails without a failed test counts as one. */
export default class VitestReporter implements Reporter {
  private readonly record = new TestRecord();

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'pending') return;
    this.record.add({
      file: test.module.moduleId,
      title: test.fullName,
      state,
      seconds: (test.diagnostic()?.duration ?? 0) / 1000,
      ...(errors && { message: messageOf(errors) }),
    });
  }

  onTestModuleEnd(module: TestModule): void {
    const file = module.moduleId;
    if (module.ok() || this.record.hasFailureIn(file)) return;
    const suites = [...module.children.allSuites()];
    const errors = [...module.errors(), ...suites.flatMap((suite) => suite.errors())];
    this.record.add({
      ...{ file, title: 'the whole file', state: 'failed', seconds: 0 },
      message: messageOf(errors),
    });
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    if (unhandled.length > 0) {
      this.record.add({
        ...{ file: '', title: 'outside of the tests', state: 'failed', seconds: 0 },
        message: messageOf(unhandled as readonly { message: string }[]),
      });
    }
    this.record.save();
  }
}
