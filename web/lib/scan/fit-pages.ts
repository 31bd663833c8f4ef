/** How a page is written. */
export interface Quality {
  /** Pixels of the longer side, at most. */
  side: number;
  /** Of the JPEG, 0 to 1. */
  jpeg: number;
}

/** From 200 dots per inch on a Letter page down to what is still readable. */
export const qualities: readonly Quality[] = [
  { side: 2200, jpeg: 0.75 },
  { side: 2200, jpeg: 0.6 },
  { side: 1900, jpeg: 0.5 },
  { side: 1600, jpeg: 0.45 },
  { side: 1400, jpeg: 0.4 },
  { side: 1200, jpeg: 0.35 },
  { side: 1000, jpeg: 0.3 },
];

/** Bytes of a PDF beside its pictures, for each page. */
const pageOverhead = 1_200;

/**
 * Writes each page with the best quality whose bytes fit into its share of `maxBytes`; what a page leaves goes to
 * those after it. Returns null when a page doesn't fit with the least quality. One page is in memory at a time.
 */
export async function fitPages<Encoded extends { size: number }>(
  pages: number,
  maxBytes: number,
  encode: (page: number, quality: Quality) => Promise<Encoded>,
): Promise<Encoded[] | null> {
  const fitted: Encoded[] = [];
  let rest = maxBytes - (pages + 2) * pageOverhead;
  // Pages of one scan are alike: what was too much for one is rarely right for the next.
  let start = 0;
  for (let page = 0; page < pages; page += 1) {
    const share = rest / (pages - page);
    let encoded: Encoded | null = null;
    for (const [index, quality] of qualities.entries()) {
      if (index < start) continue;
      const next = await encode(page, quality);
      if (next.size > share) continue;
      encoded = next;
      start = Math.max(0, index - 1);
      break;
    }
    if (encoded === null) return null;
    rest -= encoded.size;
    fitted.push(encoded);
  }
  return fitted;
}
