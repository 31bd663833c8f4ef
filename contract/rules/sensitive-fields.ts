const sensitive = /password|license_number|birth|ssn|social_security|^gender$|^race$/i;

/** Fields that a draft never contains: neither on a device, which others may use, nor on the server. */
export function isSensitive(field: string): boolean {
  return sensitive.test(field);
}
