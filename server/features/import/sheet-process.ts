/** Runs in a process of its own. */
import { answerRequests } from '../../platform/sandbox/answer-requests.ts';
import { readSheetFile } from './sheet-reader.ts';

await answerRequests(readSheetFile);
