/** Preloaded into the server of a test: its machine's clock is ahead by CLOCK_AHEAD_MS. */
const ahead = Number(process.env.CLOCK_AHEAD_MS);
const Real = Date;

globalThis.Date = class extends Real {
  constructor(...parts: [] | [string | number | Date]) {
    if (parts.length === 0) super(Real.now() + ahead);
    else super(...parts);
  }

  static override now = () => Real.now() + ahead;
} as DateConstructor;
