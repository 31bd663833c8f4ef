/**
 * A small coverage-guided fuzzer: it mutates inputs and keeps those that reach new code, by V8's block coverage. The
 * native one (Jazzer.js) needs a newer C library than the systems that we support have.
 */
import { randomInt } from 'node:crypto';
import { type Profiler, Session } from 'node:inspector/promises';

interface Options {
  seeds: readonly Buffer[];
  /** Byte strings that the code looks for. */
  tokens: readonly Buffer[];
  /** Throws when the input breaks an invariant. */
  run: (input: Buffer) => void | Promise<void>;
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
/** Scripts whose coverage counts. */
const watched =
  /\/(server\/platform|contract)\/|node_modules\/(yauzl|fast-jwt|content-disposition)/;

const oneOf = (list: readonly Buffer[]) => list[randomInt(list.length)] ?? Buffer.alloc(0);

/** A few bytes replaced by a token, a byte, a part of another input, a long run or nothing. */
function mutated(input: Buffer, other: Buffer, tokens: readonly Buffer[]): Buffer {
  const at = randomInt(input.length + 1);
  const from = randomInt(other.length + 1);
  const piece = oneOf([
    oneOf(tokens),
    Buffer.alloc(1, randomInt(256)),
    other.subarray(from, from + randomInt(400)),
    Buffer.alloc(randomInt(3000), randomInt(256)),
    Buffer.alloc(0),
  ]);
  const cut = at + randomInt(randomInt(2) === 0 ? 2 : 30);
  return Buffer.concat([input.subarray(0, at), piece, input.subarray(cut)]);
}

/** Runs mutated inputs for so many seconds; rejects with the input in its message when one breaks an invariant. */
export async function fuzzWithCoverage({ seeds, tokens, run, seconds }: Options): Promise<Fuzzed> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const reached = new Set<string>();
  const corpus: Buffer[] = [];

  async function tryInput(input: Buffer): Promise<void> {
    try {
      await run(input);
    } catch (error) {
      throw new Error(`fails for the bytes ${input.toString('base64')}`, { cause: error });
    }
    const before = reached.size;
    const { result }: Profiler.TakePreciseCoverageReturnType = await session.post(
      'Profiler.takePreciseCoverage',
    );
    for (const { url, functions } of result.filter((script) => watched.test(script.url))) {
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
        // How often counts only roughly, else each longer input would be new.
        if (count > 0) reached.add(`${url} ${startOffset} ${endOffset} ${Math.min(count, 3)}`);
      }
    }
    if (reached.size > before) corpus.push(input);
  }

  try {
    for (const input of seeds) await tryInput(input);
    const end = Date.now() + seconds * 1000;
    let runs = 0;
    for (; Date.now() < end; runs += 1) {
      let input = oneOf(corpus);
      for (let steps = randomInt(4); steps >= 0; steps -= 1) {
        input = mutated(input, oneOf(corpus), tokens);
      }
      await tryInput(input.subarray(0, maxBytes));
    }
    return { runs, reached: reached.size, corpus };
  } finally {
    session.disconnect();
  }
}
