/** A `mailto:` URL; the address is encoded so that it can't add mail headers. */
export function mailHref(address: string, options: { subject?: string } = {}): string {
  const at = address.lastIndexOf('@');
  const parts = at === -1 ? [address] : [address.slice(0, at), address.slice(at + 1)];
  const to = parts.map(encodeURIComponent).join('@');
  return `mailto:${to}${options.subject ? `?subject=${encodeURIComponent(options.subject)}` : ''}`;
}
