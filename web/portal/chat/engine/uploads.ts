interface Held {
  over: () => void;
  controller: AbortController;
}

/** Files that are to be sent, by clientId: the page is not left by mistake until each is stored, refused or taken back. */
export class Uploads {
  readonly #begin: () => () => void;
  readonly #held = new Map<string, Held>();

  constructor(begin: () => () => void) {
    this.#begin = begin;
  }

  /** Answers the signal that stops its sending. */
  hold(clientId: string): AbortSignal {
    const held = this.#held.get(clientId) ?? {
      over: this.#begin(),
      controller: new AbortController(),
    };
    this.#held.set(clientId, held);
    return held.controller.signal;
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
