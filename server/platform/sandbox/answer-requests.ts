import { limitProcess } from './limit-process.ts';

/** The answer of a reading process: null when the file can't be read. */
export interface ProcessAnswer<Reply> {
  reply: Reply | null;
  /** The process has used so much memory that the next file needs a new one. */
  isSpent: boolean;
}

/** Runs a process that `openFileReader` starts: it answers each request by `read`. */
export async function answerRequests<Request, Reply>(
  read: (request: Request) => Promise<Reply>,
): Promise<void> {
  const memoryMb = Number(process.argv[2]);
  await limitProcess(memoryMb);
  process.on('disconnect', () => process.exit());
  process.on('message', async (request: Request) => {
    const reply = await read(request).catch(() => null);
    const isSpent = process.memoryUsage.rss() > (memoryMb * 1024 * 1024) / 2;
    process.send?.({ reply, isSpent } satisfies ProcessAnswer<Reply>);
  });
}
