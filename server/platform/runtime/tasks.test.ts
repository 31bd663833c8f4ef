import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { Tasks } from './tasks.ts';

const minute = 60_000;

test('a task with a pause of its own counts as failed until it has run again', async () => {
  vi.useFakeTimers();
  const tasks = new Tasks(pino({ level: 'silent' }), () => new Date());
  const run = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(new Error('no bucket'));
  tasks.add({ name: 'backup', every: 10 * minute, retryAfter: 60 * minute, limit: minute, run });
  await vi.advanceTimersByTimeAsync(59 * minute);
  expect(run).toHaveBeenCalledTimes(1);
  expect(tasks.runs.get('backup')).toMatchObject({ failed: true, total: { runs: 1 } });
  await vi.advanceTimersByTimeAsync(minute);
  expect(tasks.runs.get('backup')).toMatchObject({
    failed: false,
    total: { runs: 2, failures: 1 },
  });
  await vi.advanceTimersByTimeAsync(9 * minute);
  expect(run).toHaveBeenCalledTimes(2);
});
