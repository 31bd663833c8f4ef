import type { FastifyInstance } from 'fastify';
import { company } from '#contract/company.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { openApi } from '../openapi.ts';
import { CachedResponse } from '../response-cache.ts';
import { docsPolicy } from './content-security.ts';

/** Serves `/api/openapi.json`, generated from the contract, and `/api/docs`, its viewer. */
export async function serveApiDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  publicUrl: string,
): Promise<void> {
  let response: CachedResponse | undefined;
  const document = () => openApi(endpoints, company.name, publicUrl);
  app.get('/api/openapi.json', async (request, reply) => {
    response ??= new CachedResponse(JSON.stringify(document()));
    return response.send(request, reply);
  });

  await app.register(async (scope) => {
    const { default: swagger } = await import('@fastify/swagger');
    const { default: swaggerUi } = await import('@fastify/swagger-ui');
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: document() as never },
    });
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: docsPolicy });
  });
}
