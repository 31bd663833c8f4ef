/** Child processes of the bench, so that what is measured never shares an event loop with what measures. */
import { type ChildProcess, fork } from 'node:child_process';

export interface Child<A> {
  pid: number;
  answer: A;
  stop: () => Promise<void>;
}

function nextMessage(child: ChildProcess, file: URL): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      child.removeAllListeners('exit');
      resolve(message);
    });
    child.once('exit', (code) => {
      reject(new Error(`${file.pathname.split('/').at(-1)} ended with ${code}`));
    });
  });
}

/** Starts a process, gives it its task and waits for its answer; it lives on until stopped. */
export async function startChild<A>(
  file: URL,
  task: unknown,
  onMeasuring?: () => void,
): Promise<Child<A>> {
  const child = fork(file, {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(task as object);
  let answer = await nextMessage(child, file);
  if (answer === 'measuring') {
    onMeasuring?.();
    answer = await nextMessage(child, file);
  }
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return { pid: child.pid ?? 0, answer: answer as A, stop };
}

/** Gives a process its task, waits for the answer and ends it. */
export async function ask<A>(file: URL, task: unknown, onMeasuring?: () => void): Promise<A> {
  const { answer, stop } = await startChild<A>(file, task, onMeasuring);
  await stop();
  return answer;
}
