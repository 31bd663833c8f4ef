/** Argon2id checks a second with the parameters of a stored hash, a few at once, and nothing around them. */
import { verify } from '@node-rs/argon2';
import { onTask } from './task.ts';

export interface Argon2Task {
  hash: string;
  password: string;
  atOnce: number;
  seconds: number;
}

onTask<Argon2Task>(async ({ hash, password, atOnce, seconds }) => {
  const from = performance.now();
  const until = from + seconds * 1000;
  let checks = 0;
  const check = async () => {
    while (performance.now() < until) {
      if (!(await verify(hash, password))) throw new Error('the password does not fit');
      checks += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, check));
  return checks / ((performance.now() - from) / 1000);
});
