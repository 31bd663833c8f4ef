import { firstFloor } from './001-first-floor.ts';
import { people } from './002-people.ts';
import { documents } from './003-documents.ts';
import { chat } from './004-chat.ts';
import { shop } from './005-shop.ts';
import type { Step } from './steps.ts';

/** Every step in the order of its number; a step that has landed is never edited. */
export const steps: readonly Step[] = [firstFloor, people, documents, chat, shop];
