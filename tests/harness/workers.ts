import { availableParallelism } from 'node:os';

/** One more than cores: tests wait for servers, databases and timeouts. With two more a machine of two cores is slower. */
export const workers = Math.min(4, availableParallelism() + 1);
