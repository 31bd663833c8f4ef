/** Jobs a second that SQLite commits durably, one after the other, and nothing around them. */
import type { JobInput } from '#contract/careers.ts';
import { jobInserter } from './job-insert.ts';
import { onTask } from './task.ts';

export interface InsertTask {
  file: string;
  job: JobInput;
  seconds: number;
}

onTask<InsertTask>(async ({ file, job, seconds }) => {
  const insert = jobInserter(file);
  const from = performance.now();
  const until = from + seconds * 1000;
  let rows = 0;
  while (performance.now() < until) {
    insert(job);
    rows += 1;
  }
  return rows / ((performance.now() - from) / 1000);
});
