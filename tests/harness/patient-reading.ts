import { afterAll, beforeAll } from 'vitest';
import { readingLimits } from '#server/platform/sandbox/reading-limits.ts';

/** For suites that read PDFs: a busy machine may take longer than the limit, which is not what they test. */
export function patientReading(): void {
  const limits: { ms: number } = readingLimits.pdfText;
  const { ms } = limits;
  beforeAll(() => {
    limits.ms = 120_000;
  });
  afterAll(() => {
    limits.ms = ms;
  });
}
