/**
 * The usual tests with one fault of the list planted: PLANTED has its sentence, or a part of it that no other one has.
 * The text changes as Vitest loads the file, so the working tree stays as it is.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.ts';
import { faults, withFault } from './faults.ts';

const words = process.env.PLANTED ?? '';
const [fault, ...others] = words === '' ? [] : faults.filter(({ what }) => what.includes(words));
if (others.length > 0 || (words !== '' && !fault)) throw new Error(`which fault is it? ${words}`);
const isPlanted = (id: string) => fault !== undefined && id === join(process.cwd(), fault.file);

const plugin: Plugin = {
  name: 'planted',
  enforce: 'pre',
  transform: (code, id) => (fault && isPlanted(id) ? withFault(fault, code) : null),
  // Vitest caches what it loads; another fault is another file.
  configureVitest({ defineCacheKeyGenerator }) {
    defineCacheKeyGenerator(({ id }) => (isPlanted(id) ? words : undefined));
  },
};

const projects = (usual.test?.projects ?? []).map((project) =>
  typeof project === 'object' ? { ...project, plugins: [plugin] } : project,
);
export default defineConfig({ test: { ...usual.test, projects } });
