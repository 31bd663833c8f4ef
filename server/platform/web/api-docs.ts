import type { FastifyInstance } from 'fastify';
import { company } from '#contract/company.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { Prepared } from '../kept.ts';
import { openApi } from '../openapi.ts';
import { docsPolicy } from './content-security.ts';

/** `/api/openapi.json`, made from the contract, and `/api/docs`, a page to read it. */
export async function serveApiDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  publicUrl: string,
): Promise<void> {
  let prepared: Prepared | undefined;
  const document = () => openApi(endpoints, company.name, publicUrl);
  app.get('/api/openapi.json', async (request, reply) => {
    prepared ??= new Prepared(JSON.stringify(document()));
    return prepared.send(request, reply);
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
