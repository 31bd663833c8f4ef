/** Requests may have keys in snake_case or camelCase; replies keep each entity's own spelling (G4). */

function toSnake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toCamel(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The known keys in their own spelling, whichever was sent, without unknown keys. */
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

/** Renames keys that were sent under an alias (alias → own name); the own name wins. */
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
