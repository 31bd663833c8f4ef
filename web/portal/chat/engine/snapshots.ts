/** A value for each person that stays the same object until it is another one, as React wants it. */
export class Snapshots<T> {
  readonly #make: (userId: number, before: T | undefined) => T;
  readonly #kept = new Map<number, { version: number; value: T }>();
  #version = 0;

  /** `make` answers `before` where nothing has changed. */
  constructor(make: (userId: number, before: T | undefined) => T) {
    this.#make = make;
  }

  of(userId: number): T {
    const known = this.#kept.get(userId);
    if (known?.version === this.#version) return known.value;
    const value = this.#make(userId, known?.value);
    this.#kept.set(userId, { version: this.#version, value });
    return value;
  }

  /** Something may be different. */
  changed(): void {
    this.#version += 1;
  }
}

/** The list of before, where the new one has the same entries. */
export function sameList<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  const isSame =
    before?.length === now.length && before.every((entry, index) => entry === now[index]);
  return isSame ? before : now;
}
