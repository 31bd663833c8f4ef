/** Reads the final stage of the Containerfile. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = dirname(dirname(import.meta.dirname));

export function finalStage() {
  const text = readFileSync(join(root, 'Containerfile'), 'utf8').replaceAll(/\\\n/g, ' ');
  const last = text.slice(text.lastIndexOf('\nFROM '));
  const of = (name: string) =>
    [...last.matchAll(new RegExp(`^${name}\\s+(.*)$`, 'gm'))].map(([, rest = '']) => rest);
  const list = (name: string): string[] =>
    JSON.parse(of(name)[0]?.replace(/^.*?CMD (?=\[)/, '') ?? '[]');
  const pairs = of('ENV').join(' ').split(/\s+/);
  return {
    /** Where each copy from the build stage goes. */
    targets: of('COPY').map((rest) => rest.split(/\s+/).at(-1) ?? ''),
    env: Object.fromEntries(pairs.map((pair): string[] => pair.split(/=(.*)/, 2))) as Record<
      string,
      string
    >,
    user: of('USER')[0] ?? 'root',
    healthcheck: list('HEALTHCHECK'),
    /** What the container runs: entry point and command. */
    command: [...list('ENTRYPOINT'), ...list('CMD')],
  };
}
