import { translated } from '../text/languages.ts';
import * as spanish from './push.es.ts';

/** Messages of push notifications. */
export const push = translated(spanish.push, {
  label: 'Notifications on this device',
  hint: 'Get notified when the portal is closed.',
  install: 'Add the portal to your Home Screen',
  installElsewhere: "In your browser's menu, choose “Install app” or “Add to Home screen”.",
  failed: "Couldn't turn on notifications. Try again.",
  /** The text of a message without one. */
  photo: 'Photo',
  pdf: 'PDF',
  subscribed: 'Notifications are on for this device.',
  unsubscribed: 'Notifications are off for this device.',
  unknownService: "This browser's push service isn't supported.",
  badKey: 'This browser sent an invalid key.',
  denied: 'Notifications are blocked. Allow them in your browser settings for this site.',
});
