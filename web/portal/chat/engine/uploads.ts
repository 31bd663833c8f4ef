interface Held {
  over: () => void;
  controller: AbortController;
}

/** Files that are to be sent, by clientId, with the way to stop each. Leaving the page is asked about only while one is not kept on the device. */
export class Uploads {
  readonly #begin: () => () => void;
  readonly #held = new Map<string, Held>();

  constructor(begin: () => () => void) {
    this.#begin = begin;
  }

  /** Answers the signal that stops its sending. */
  hold({ clientId, file }: { clientId: string; file: File | null }): AbortSignal {
    const held = this.#held.get(clientId) ?? {
      over: file ? this.#begin() : () => undefined,
      controller: new AbortController(),
    };
    this.#held.set(clientId, held);
    return held.controller.signal;
  }

  /** The device keeps its bytes: closing the tab loses nothing any more. */
  kept(clientId: string): void {
    const held = this.#held.get(clientId);
    held?.over();
    if (held) held.over = () => undefined;
  }

  release(clientId: string): void {
    const held = this.#held.get(clientId);
    this.#held.delete(clientId);
    held?.over();
    held?.controller.abort();
  }

  releaseAll(): void {
    for (const clientId of [...this.#held.keys()]) this.release(clientId);
  }
}
