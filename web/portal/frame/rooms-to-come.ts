/** Guarded addresses without a page yet: each has a 404, and neither a tile nor a place on the rail. Who builds the room takes its line away. */
export const roomsToCome: readonly string[] = ['spotlight'];
