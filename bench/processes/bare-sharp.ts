/** Milliseconds that sharp alone takes to write a photo in all of its forms, decoded once, in a process that is warm. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inWidths } from '#server/platform/uploads-picture-forms.ts';
import { onTask } from './task.ts';

export interface SharpTask {
  photo: string;
  widths: readonly number[];
  folder: string;
  rounds: number;
}

async function write({ photo, widths, folder }: SharpTask): Promise<number> {
  const from = performance.now();
  const { forms } = await inWidths(photo, widths);
  await Promise.all(
    forms.map(async ({ kind, width, bytes }) =>
      writeFile(join(folder, `${width}.${kind}`), await bytes()),
    ),
  );
  return performance.now() - from;
}

onTask<SharpTask>(async (task) => {
  await write(task);
  const times: number[] = [];
  for (let round = 0; round < task.rounds; round += 1) times.push(await write(task));
  return times;
});
