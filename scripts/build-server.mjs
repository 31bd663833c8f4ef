/** Bundles the server and its packages to build/app. */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'vite';
import { bundleDir, describeSource } from '../server/bundle.mjs';

const root = join(import.meta.dirname, '..');

/** Native, or loaded when they are needed. */
const external = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@simplewebauthn/server',
  '@socket.io/postgres-adapter',
  'nodemailer',
  'pdfkit',
  'pg',
  'prom-client',
  'socket.io',
  'vite',
  'web-push',
];

const { output } = await build({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'error',
  ssr: { noExternal: true, external },
  build: {
    ssr: 'server/serve.ts',
    outDir: bundleDir(),
    emptyOutDir: true,
    target: 'esnext',
    rolldownOptions: {
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // Names remain for the stacks in the log.
        minify: { compress: false, mangle: false, codegen: true },
      },
    },
  },
});

const sources = output
  .flatMap(({ moduleIds = [] }) => moduleIds)
  .map((id) => relative(root, id.split('?')[0]))
  .filter((path) => /^(server|contract)\//.test(path));
const inputs = [...new Set(sources), 'package-lock.json', 'scripts/build-server.mjs'].sort();
writeFileSync(
  join(bundleDir(), 'sources.txt'),
  inputs.map((path) => describeSource(path)).join('\n'),
);
