import type { Logger, LoggerOptions } from 'pino';

/** Marks a log line as a refusal, with the visitor's line (`lineOf`); empty for all visitors together. Isn't logged. */
export const refusedLine = Symbol('refused line');

const everyMs = 60_000;
/** Lines and codes that are told apart; the visitors of further ones are counted together. */
const maxKeys = 100;

type Hook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;
type Refused = { [refusedLine]: string; code?: unknown; status?: unknown };

interface Repeated {
  count: number;
  log: (count: number) => void;
}

function isRefused(entry: unknown): entry is Refused {
  return typeof entry === 'object' && entry !== null && refusedLine in entry;
}

/**
 * Logs the first refusal of a visitor with a code, and those that follow once a minute with their number: a flood must
 * not fill the disk. LOG_LEVEL=debug still logs every request.
 */
export class RefusedRequests {
  readonly #repeated = new Map<string, Repeated>();
  #timer: NodeJS.Timeout | undefined;

  /** For pino: decides about each line. */
  readonly logMethod: Hook;

  constructor() {
    const note = this.#note.bind(this);
    this.logMethod = function (this: Logger, args, method) {
      const [entry, message] = args as unknown[];
      const log = (count?: number) =>
        method.apply(
          this,
          (count ? [{ ...(entry as object), count }, message] : args) as typeof args,
        );
      if (isRefused(entry)) note(entry, String(message), log);
      else log();
    };
  }

  #note(entry: Refused, message: string, log: (count?: number) => void): void {
    const kind = `${message} ${entry.code} ${entry.status}`;
    const own = `${entry[refusedLine]} ${kind}`;
    const key = this.#repeated.has(own) || this.#repeated.size < maxKeys ? own : kind;
    const repeated = this.#repeated.get(key);
    if (repeated) {
      repeated.count += 1;
      repeated.log = log;
      return;
    }
    this.#repeated.set(key, { count: 0, log });
    this.#timer ??= setInterval(() => this.flush(), everyMs).unref();
    log();
  }

  /** Logs what was counted since the last time. */
  flush(): void {
    for (const [key, repeated] of this.#repeated) {
      if (repeated.count === 0) this.#repeated.delete(key);
      else repeated.log(repeated.count);
      repeated.count = 0;
    }
  }
}
