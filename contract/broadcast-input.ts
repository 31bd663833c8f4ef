import * as z from 'zod/mini';
import { text } from './wire/fields.ts';

/** What an admin writes to everyone. */
export const broadcastInput = z.object({ message: text(2000) });
