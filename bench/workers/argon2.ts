/** Bare Argon2id: verifications a second with the parameters of a stored hash. */
import { verify } from '@node-rs/argon2';
import { onTask } from './on-task.ts';

export interface Argon2Task {
  hash: string;
  password: string;
  concurrency: number;
  seconds: number;
}

onTask<Argon2Task>(async ({ hash, password, concurrency, seconds }) => {
  const from = performance.now();
  let count = 0;
  const verifyUntilEnd = async () => {
    while (performance.now() < from + seconds * 1000) {
      if (!(await verify(hash, password))) throw new Error("the password doesn't match");
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, verifyUntilEnd));
  return count / ((performance.now() - from) / 1000);
});
