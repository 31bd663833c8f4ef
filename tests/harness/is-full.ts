/**
 * Whether this is `npm run test:full`, which adds complete numbers, matrices, several nodes, upgrades, engines
 * and loads: as test.runIf(isFull), or in files that end in `.full.test.ts` or `.full.spec.ts`.
 */
export const isFull = process.env.FULL === '1';
