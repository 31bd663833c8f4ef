/** The wire takes each key in snake_case and in camelCase; replies keep each entity's own spelling (G4). */

function toSnake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toCamel(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The object with the known keys under their own spelling, whichever was sent; unknown keys are left out. */
export function underOwnKeys(
  known: readonly string[],
  sent: Record<string, unknown>,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const key of known) {
    for (const spelling of [key, toSnake(key), toCamel(key)]) {
      if (Object.hasOwn(sent, spelling)) {
        result[key] = sent[spelling];
        break;
      }
    }
  }
  return result;
}

/** The object with keys that were sent under another name (other → own) under their own; the own name wins. */
export function underOwnNames(
  names: Readonly<Record<string, string>>,
  sent: Record<string, unknown>,
): Record<string, unknown> {
  const result = { ...sent };
  for (const [other, own] of Object.entries(names)) {
    const found = underOwnKeys([other, own], sent);
    if (Object.hasOwn(found, other) && !Object.hasOwn(found, own)) result[own] = found[other];
  }
  return result;
}
