/** Whether passkeys can work on this page: the browser has them, and the site has a name (not an IP address). */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !isIpAddress();
}

/** Browsers accept no IP address as the site of a passkey. */
export function isIpAddress(): boolean {
  return /^[\d.]+$|^\[/.test(location.hostname);
}
