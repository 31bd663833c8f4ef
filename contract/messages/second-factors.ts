import { translated } from '../text/languages.ts';
import * as spanish from './second-factors.es.ts';

/** Sentences of the second factors as a whole, and of recovery codes. */
export const secondFactors = translated(spanish.secondFactors, {
  codeRequired:
    'Enter the code from your authenticator app or a recovery code, or use your passkey.',
  codeWrong: "That code isn't right, or it was already used. Enter the next one.",
  setUpRequired: 'Your account needs a second factor. Add a passkey or one-time codes to continue.',
  proofRequired: 'Enter your current password, or a code.',
  proofWrong: "That password or code isn't right. Try again.",
  recoveryCodesMade: 'Your new recovery codes are ready. The old ones no longer work.',
  none: 'Add a passkey or one-time codes first.',
  ownReset: "You can't reset your own second factors here. Ask another admin.",
  reset: 'Second factors removed. They can now sign in with the password alone.',
  resetFailed: "Couldn't reset the second factors. Try again.",
  /** To the owner of the account. */
  passkeyAdded: (name: string) => `The passkey "${name}" was added to your account.`,
  passkeyRemoved: (name: string) => `The passkey "${name}" was removed from your account.`,
  totpAdded: 'One-time codes were turned on for your account.',
  totpRemoved: 'One-time codes were turned off for your account.',
  recoveryCodesReplaced: 'New recovery codes were made for your account.',
  recoveryCodeUsed: (left: number) =>
    `A recovery code was used to sign in to your account. ${left} ${left === 1 ? 'is' : 'are'} left.`,
  wereReset:
    'An admin removed the passkeys and one-time codes of your account, and signed it out everywhere.',
});

export const passkeys = translated(spanish.passkeys, {
  added: 'Passkey added.',
  removed: 'Passkey removed.',
  refused: "This passkey didn't work. Try again, or log in with your password.",
  notRegistered: "This passkey couldn't be added. Try again.",
  tooMany: (max: number) => `You have ${max} passkeys. Remove one first.`,
  fetchFailed: "Couldn't load your passkeys. Try again.",
  addFailed: "Couldn't add the passkey. Try again.",
  removeFailed: "Couldn't remove the passkey. Try again.",
  signInFailed: "Couldn't use a passkey. Try again, or log in with your password.",
  canceled: 'Nothing was chosen. Try again, or log in with your password.',
  alreadyHere: 'This device already has a passkey for your account.',
  wrongAddress:
    "Passkeys don't work at an IP address. Open the portal by its name, such as localhost.",
  unsupported: "This browser doesn't support passkeys.",
});

export const totp = translated(spanish.totp, {
  on: 'One-time codes are on.',
  off: 'One-time codes are off.',
  alreadyOn: 'One-time codes are already on. Remove them first to set up another app.',
  notStarted: 'Start the set-up again.',
  codeWrong: "That code isn't right. Check the clock of your phone and enter the next code.",
  fetchFailed: "Couldn't load your one-time codes. Try again.",
  startFailed: "Couldn't start the set-up. Try again.",
  confirmFailed: "Couldn't turn on one-time codes. Try again.",
  removeFailed: "Couldn't turn off one-time codes. Try again.",
  codesFailed: "Couldn't make recovery codes. Try again.",
});

export const sessions = translated(spanish.sessions, {
  ended: 'Device signed out.',
  othersEnded: 'All other devices are signed out.',
  unknown: 'This device is already signed out.',
  fetchFailed: "Couldn't load your devices. Try again.",
  endFailed: "Couldn't sign out the device. Try again.",
  unknownDevice: 'Unknown device',
});
