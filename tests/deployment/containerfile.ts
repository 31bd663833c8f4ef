/** Reads the final stage of the Containerfile. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = dirname(dirname(import.meta.dirname));

export interface Stage {
  /** [source, target] of each copy from the build stage. */
  copies: [string, string][];
  env: Record<string, string>;
  workdir: string;
  user: string;
  healthcheck: string[];
  /** What the container runs: entry point and command. */
  command: string[];
}

function instructions(): [name: string, rest: string][] {
  const text = readFileSync(join(root, 'Containerfile'), 'utf8').replaceAll(/\\\n/g, ' ');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return [name, rest];
  });
}

/** The arguments of each instruction of that name in the final stage. */
export function finalStage(): Stage {
  const all = instructions();
  const last = all.slice(all.findLastIndex(([name]) => name === 'FROM'));
  const of = (name: string) => last.filter(([other]) => other === name).map(([, rest]) => rest);
  const list = (name: string): string[] =>
    JSON.parse(of(name)[0]?.replace(/^.*?CMD (?=\[)/, '') ?? '[]');
  return {
    copies: of('COPY').map((rest) => {
      const [source = '', target = ''] = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
      return [source, target];
    }),
    env: Object.fromEntries(
      of('ENV')
        .join(' ')
        .split(/\s+/)
        .map((pair) => pair.split(/=(.*)/, 2)),
    ),
    workdir: of('WORKDIR')[0] ?? '/',
    user: of('USER')[0] ?? 'root',
    healthcheck: list('HEALTHCHECK'),
    command: [...list('ENTRYPOINT'), ...list('CMD')],
  };
}

/** The files and folders that the build stage takes from the project. */
export function buildInputs(): string[] {
  const copies = instructions().filter(
    ([name, rest]) => name === 'COPY' && !rest.includes('--from'),
  );
  return copies.flatMap(([, rest]) => rest.split(/\s+/).slice(0, -1));
}
