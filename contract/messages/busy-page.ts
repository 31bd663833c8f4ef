import { translated } from '../text/languages.ts';
import * as spanish from './busy-page.es.ts';

/** The page that replaces one that couldn't be rendered; not in general.ts, which browsers load. */
export const busyPage = translated(spanish.busyPage, {
  title: 'One moment, please',
  text: 'Many people are opening our pages right now. Wait a few seconds and try again.',
  retry: 'Try again',
});
