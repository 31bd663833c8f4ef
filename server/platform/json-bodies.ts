import type { FastifyInstance } from 'fastify';

/**
 * JSON is the one kind of body besides multipart: a form of another site can send neither.
 * An empty one is none, because browsers name the kind on calls without a body as well.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}
