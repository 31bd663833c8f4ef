/** Chance that falls the same way every time: the sample company is the same on every machine. */
export class Dice {
  #state: number;

  /** Each subject throws dice of its own, so that a change in one leaves the others as they are. */
  constructor(subject: string) {
    let seed = 2_166_136_261;
    for (const sign of subject) seed = Math.imul(seed ^ (sign.codePointAt(0) ?? 0), 16_777_619);
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** True that often out of 100. */
  often(percent: number): boolean {
    return this.fraction() * 100 < percent;
  }

  one<T>(choices: readonly T[]): T {
    const chosen = choices[Math.floor(this.fraction() * choices.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  }

  /** Some of the choices, each once, in the order of the throw. */
  some<T>(choices: readonly T[], count: number): T[] {
    const left = [...choices];
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const [taken] = left.splice(Math.floor(this.fraction() * left.length), 1);
      return taken as T;
    });
  }

  /** That many signs out of the alphabet. */
  signs(alphabet: string, count: number): string {
    return Array.from({ length: count }, () => this.one([...alphabet])).join('');
  }

  /** In the form of a random UUID. */
  uuid(): string {
    const hex = this.signs('0123456789abcdef', 32);
    const variant = this.one(['8', '9', 'a', 'b']);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  /** A number of the range that belongs to nobody: 555-0100 to 555-0199. */
  phone(areaCode: string): string {
    return `${areaCode}-555-01${this.signs('0123456789', 2)}`;
  }
}
