/** Timeouts for receiving a request, in milliseconds. */
export interface Timeouts {
  /** To receive all headers. */
  headers: number;
  /** To receive the body, except for uploads. */
  body: number;
  upload: UploadTimeouts;
  /** Without a byte in either direction, unless a response is still being made or an upload received. */
  idle: number;
}

/**
 * How long an upload may take: milliseconds that the server waits for the sender, and bytes per second.
 * A phone line of 20 kB/s is four times as fast as the slower of the two rates requires.
 */
export interface UploadTimeouts {
  /** Between two chunks. */
  idle: number;
  /** To begin; each `minRate` bytes that arrived add a second. */
  start: number;
  minRate: number;
  /** For the whole upload; each `totalRate` bytes of its declared size add a second. */
  total: number;
  totalRate: number;
}

export const defaultTimeouts: Timeouts = {
  headers: 10_000,
  body: 30_000,
  upload: { idle: 120_000, start: 30_000, minRate: 1_000, total: 120_000, totalRate: 5_000 },
  idle: 60_000,
};
