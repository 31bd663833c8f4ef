/**
 * Preloaded into the server of an e2e test: sets Argon2 to its lowest cost. A real hash takes 50 ms of a
 * core, and every test creates users; the API tests and the benchmarks cover the real cost.
 */
import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

type Hash = (password: string, options?: Options) => Promise<string>;

// The server imports this CommonJS module later and gets the function that is set here.
const argon2: { hash: Hash } = createRequire(import.meta.url)('@node-rs/argon2');
const { hash } = argon2;
argon2.hash = (password, options) => hash(password, { ...options, memoryCost: 8, timeCost: 1 });
