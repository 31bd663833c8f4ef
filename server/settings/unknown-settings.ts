/** Finds misspelled settings: an unknown name would otherwise be ignored without a word. */

/** First words that nobody else's variables have. */
const ownPrefix =
  /^(HEADRACK|BACKUPS?|DATABASE|METRICS|RECAPTCHA|RETENTION|SMTP|STORAGE|TRUST(ED)?)_/;
/** Kubernetes describes each service to each container: HEADRACK_PORT=tcp://10.0.0.7:80. */
const ofKubernetes = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_/;

/** The number of letters to add, remove or replace (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, expected] of [...other].entries()) {
      const replaced = (row[index] ?? 0) + Number(letter !== expected);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** A sentence for each variable that looks like a setting and isn't one; never its value. */
export function unknownSettings(
  environment: Record<string, string | undefined>,
  known: ReadonlySet<string>,
): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (known.has(name) || ofKubernetes.test(name) || /^tcp:/.test(value)) return [];
    const itself = name.replace(/_FILE$/, '');
    if (known.has(itself)) return [`${name} is not a setting: set ${itself} itself.`];
    // Short names such as HOME are near others by chance.
    const maxDistance = Math.min(2, (name.length - 3) / 3);
    const [nearest] = [...known]
      // To compare all names takes 20 ms of a start.
      .filter((setting) => Math.abs(setting.length - name.length) <= maxDistance)
      .map((setting) => ({ setting, distance: distanceOf(name, setting) }))
      .sort((a, b) => a.distance - b.distance);
    if (nearest && nearest.distance <= maxDistance) {
      return [`${name} is not a setting: did you mean ${nearest.setting}?`];
    }
    if (!ownPrefix.test(name)) return [];
    const [word = ''] = name.split(/ED_|S?_/);
    const relatives = [...known].filter((one) => one.startsWith(word) && !one.endsWith('_FILE'));
    const hint =
      relatives.length === 1
        ? `did you mean ${relatives[0]}?`
        : 'docs/operations.md lists the settings.';
    return [`${name} is not a setting: ${hint}`];
  });
}
