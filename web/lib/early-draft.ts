import { createContext } from 'react';
import { type Draft, newDraft, readDraft, writeDraft } from './draft.ts';
import { readForm, typedIn } from './form-values.ts';

/** Milliseconds without typing after which it is kept. */
export const pause = 400;

/** Keeps what is typed into a form whose own script has not arrived yet. */
export class EarlyDraft {
  readonly name: string;
  readonly #before: Draft | null;
  #wrote = false;
  #timer = 0;
  #form: HTMLFormElement | null = null;

  constructor(name: string) {
    this.name = name;
    this.#before = readDraft(name);
  }

  /** Whether something from an earlier visit waits to be offered. */
  get waits(): boolean {
    return this.#before !== null;
  }

  /** Something was typed: it is kept after a short pause. */
  touch(form: HTMLFormElement): void {
    this.#form = form;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.keepNow(), pause);
  }

  /** The page may be left. */
  keepNow(): void {
    window.clearTimeout(this.#timer);
    if (!this.#form) return;
    // An offer that nobody has seen yet must not be lost to a few new letters.
    const values = { ...this.#before?.values, ...typedIn(readForm(this.#form)) };
    writeDraft(this.name, newDraft(values, this.#before?.key));
    this.#wrote = true;
  }

  /** The form's own script keeps what is typed from now on. */
  stop(): void {
    window.clearTimeout(this.#timer);
    this.#form = null;
  }

  /** What is to be offered: the draft from before this page, as what was typed since is in the form itself. */
  found(): Draft | null {
    // Where the form had to be drawn anew it is empty, and what was typed is offered too.
    if (this.#form && !this.#form.isConnected) {
      this.keepNow();
      this.#wrote = false;
    }
    const now = readDraft(this.name);
    return now && this.#wrote ? this.#before : now;
  }
}

interface Early {
  found: (name: string) => Draft | null;
  /** The form's own script is in charge. */
  takeOver: () => void;
}

/** Between a form and the page that waited for its script. */
export const EarlyContext = createContext<Early>({ found: readDraft, takeOver() {} });
