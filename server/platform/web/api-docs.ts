import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { company } from '#contract/company/profile.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { CachedResponse } from '../cache/response-cache.ts';
import { docsPolicy } from '../http/content-security.ts';
import { openApi } from './openapi.ts';

/** The viewer's folder. Its plugin isn't loaded: it would add to the memory and the start of every server. */
const viewerFolder = join(
  dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))),
  'static',
);
const viewerFiles = [
  ['favicon-32x32.png', 'image/png'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
] as const;
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${company.name} API</title>
<link rel="icon" href="/api/docs/static/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/static/swagger-ui.css">
<div id="viewer"></div>
<script src="/api/docs/static/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
`;
const script = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#viewer', deepLinking: true });\n`;

/** Serves `/api/openapi.json`, generated from the contract, and `/api/docs`, its viewer. */
export async function serveApiDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  publicUrl: string,
): Promise<void> {
  let response: CachedResponse | undefined;
  app.get('/api/openapi.json', async (request, reply) => {
    response ??= new CachedResponse(JSON.stringify(openApi(endpoints, company.name, publicUrl)));
    return response.send(request, reply);
  });

  await app.register(
    async (scope) => {
      scope.addHook('onSend', async (_request, reply) => {
        reply.header('content-security-policy', docsPolicy);
      });
      scope.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
      scope.get('/start.js', (_request, reply) =>
        reply.type('text/javascript; charset=utf-8').send(script),
      );
      for (const [name, type] of viewerFiles) {
        let file: Promise<CachedResponse> | undefined;
        scope.get(`/static/${name}`, async (request, reply) => {
          file ??= readFile(join(viewerFolder, name)).then(
            (bytes) => new CachedResponse(bytes, type, {}, 4),
          );
          return (await file).send(request, reply);
        });
      }
    },
    { prefix: '/api/docs' },
  );
}
