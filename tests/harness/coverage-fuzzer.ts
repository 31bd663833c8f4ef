/**
 * A small coverage-guided fuzzer: it mutates inputs and keeps those that reach new code, by V8's block coverage. The
 * native one (Jazzer.js) needs a newer C library than the systems that we support have.
 */
import { type Profiler, Session } from 'node:inspector';

interface Options {
  seeds: readonly Buffer[];
  /** Byte strings that the code looks for. */
  tokens: readonly Buffer[];
  /** Throws when the input breaks an invariant. */
  run: (input: Buffer) => void | Promise<void>;
  /** Scripts whose coverage counts. */
  watched: RegExp;
  seed: number;
  seconds: number;
}

interface Fuzzed {
  runs: number;
  /** Branches reached. */
  reached: number;
  /** The inputs that each reached something new. */
  corpus: Buffer[];
}

const maxBytes = 6000;

/** Mulberry32: integers from 0 to `below` - 1. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Mutation = (input: Buffer, other: Buffer, random: (below: number) => number) => Buffer;

const cutOut = (input: Buffer, at: number, size: number, instead: Buffer) =>
  Buffer.concat([input.subarray(0, at), instead, input.subarray(at + size)]);

function mutationsOf(tokens: readonly Buffer[]): Mutation[] {
  const interesting = [0, 1, 9, 10, 13, 32, 34, 39, 45, 46, 47, 61, 127, 128, 255];
  return [
    (input, _, random) => {
      const changed = Buffer.from(input);
      const at = random(input.length + 1);
      if (at < input.length) changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
      return changed;
    },
    (input, _, random) => {
      const byte = Buffer.from([interesting[random(interesting.length)] ?? 0]);
      return cutOut(input, random(input.length + 1), random(2), byte);
    },
    (input, _, random) => cutOut(input, random(input.length + 1), random(30), Buffer.alloc(0)),
    (input, _, random) => {
      const at = random(input.length + 1);
      return cutOut(input, at, 0, input.subarray(at, at + random(40)));
    },
    (input, other, random) =>
      Buffer.concat([
        input.subarray(0, random(input.length + 1)),
        other.subarray(random(other.length + 1)),
      ]),
    (input, _, random) =>
      cutOut(input, random(input.length + 1), random(3), tokens[random(tokens.length)] ?? input),
    (input, _, random) => Buffer.concat([input, Buffer.alloc(random(3000), random(256))]),
  ];
}

/** Runs mutated inputs for so many seconds; rejects with the input in its message when one breaks an invariant. */
export async function fuzzWithCoverage(options: Options): Promise<Fuzzed> {
  const { tokens, run, watched, seconds } = options;
  const random = randomOf(options.seed);
  const mutations = mutationsOf(tokens);
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const reached = new Set<string>();
  const corpus: Buffer[] = [];

  function reachesMore(): boolean {
    const before = reached.size;
    session.post('Profiler.takePreciseCoverage', (_error, reply) => {
      const { result } = reply as Profiler.TakePreciseCoverageReturnType;
      for (const { url, functions } of result.filter((script) => watched.test(script.url))) {
        for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
          // How often counts only roughly, else each longer input would be new.
          if (count > 0) reached.add(`${url} ${startOffset} ${endOffset} ${Math.min(count, 3)}`);
        }
      }
    });
    return reached.size > before;
  }

  async function tryInput(input: Buffer): Promise<void> {
    try {
      await run(input);
    } catch (error) {
      const bytes = input.toString('base64');
      throw new Error(`fails for the bytes ${bytes} (seed ${options.seed})`, { cause: error });
    }
    if (reachesMore()) corpus.push(input);
  }

  try {
    for (const input of options.seeds) await tryInput(input);
    if (corpus.length === 0) corpus.push(Buffer.alloc(0));
    const end = Date.now() + seconds * 1000;
    let runs = 0;
    for (; Date.now() < end; runs += 1) {
      const pick = () => corpus[random(corpus.length)] ?? Buffer.alloc(0);
      let input = pick();
      for (let steps = random(4); steps >= 0; steps -= 1) {
        input = mutations[random(mutations.length)]?.(input, pick(), random) ?? input;
      }
      await tryInput(input.subarray(0, maxBytes));
    }
    return { runs, reached: reached.size, corpus };
  } finally {
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}
