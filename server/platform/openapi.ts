import * as z from 'zod/mini';
import { type Endpoint, type UploadRule, videoBytes } from '#contract/endpoint.ts';

type Json = Record<string, unknown>;

const megabyte = 1024 * 1024;

const failures: Record<string, string> = {
  400: 'Invalid input; `fields` says what is wrong with which field.',
  401: 'No token, or one that no longer counts.',
  403: 'Signed in, but may not do this.',
  404: 'No such thing, or none that this caller may know of.',
  409: 'The record is no longer as the caller saw it, or the value is taken.',
  413: 'Too large.',
  415: 'Wrong kind of file or body.',
  422: 'This Idempotency-Key was used with another body.',
  429: 'Too many; see Retry-After.',
  503: 'Database or storage is away.',
};

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return json as Json;
}

function parametersOf(endpoint: Endpoint): Json[] {
  const of = (where: 'path' | 'query', schema: Endpoint['params']): Json[] =>
    Object.entries(schema?.shape ?? {}).map(([name, type]) => ({
      name,
      in: where,
      required: where === 'path' || !z.safeParse(type as z.ZodMiniType, undefined).success,
      schema: schemaOf(type as z.ZodMiniType, 'input'),
    }));
  const key: Json = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key within 24 hours answers as the first time and stores nothing.',
    schema: { type: 'string', format: 'uuid' },
  };
  return [
    ...of('path', endpoint.params),
    ...of('query', endpoint.query),
    ...(endpoint.idempotent ? [key] : []),
  ];
}

function mostOf({ kinds, maxBytes }: UploadRule): string {
  if (maxBytes !== 'usual') return `at most ${maxBytes / megabyte} MB`;
  const video = kinds.includes('mp4') ? `, MP4 at most ${videoBytes / megabyte} MB` : '';
  return `at most UPLOAD_MB (25)${video}`;
}

function bodyOf(endpoint: Endpoint): Json | undefined {
  if (!endpoint.body) return undefined;
  const json = schemaOf(endpoint.body, 'input');
  const { upload } = endpoint;
  if (!upload) return { required: true, content: { 'application/json': { schema: json } } };
  const file = {
    type: 'string',
    format: 'binary',
    description: `${upload.kinds.join(', ')}; ${mostOf(upload)}. What it is, is read from its bytes.`,
  };
  const required = [
    ...((json.required as string[] | undefined) ?? []),
    ...(upload.required ? [upload.field] : []),
  ];
  const multipart = {
    ...json,
    properties: { ...(json.properties as Json), [upload.field]: file },
    ...(required.length > 0 && { required }),
  };
  return {
    required: true,
    content: {
      'multipart/form-data': { schema: multipart },
      ...(upload.required ? {} : { 'application/json': { schema: json } }),
    },
  };
}

function failuresOf(endpoint: Endpoint): string[] {
  return [
    '400',
    ...(endpoint.access === 'public' ? [] : ['401']),
    ...(endpoint.access === 'admin' ? ['403'] : []),
    ...(endpoint.name === 'login' ? ['401'] : []),
    ...(endpoint.params || endpoint.name.startsWith('presign') ? ['404'] : []),
    ...(endpoint.method === 'PUT' || endpoint.idempotent || endpoint.name === 'closeUser'
      ? ['409']
      : []),
    ...(endpoint.body ? ['413', '415'] : []),
    ...(endpoint.idempotent ? ['422'] : []),
    '429',
    '503',
  ];
}

function operationOf(endpoint: Endpoint): Json {
  const body = bodyOf(endpoint);
  const nextBefore = {
    'X-Next-Before': {
      description: 'What to pass as `before` for the next page; absent on the last.',
      schema: { type: 'string' },
    },
  };
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}.`,
    tags: [endpoint.path.split('/')[2]],
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: body }),
    responses: {
      [endpoint.status]: {
        description: 'Success.',
        ...(endpoint.paged && { headers: nextBefore }),
        ...(endpoint.reply && {
          content: { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } },
        }),
      },
      ...Object.fromEntries(
        failuresOf(endpoint).map((status) => [
          status,
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
    },
  };
}

/** The OpenAPI 3.1 document of the contract. */
export function openApi(endpoints: readonly Endpoint[], company: string, publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
    };
  }
  const tags = [...new Set(endpoints.map((endpoint) => endpoint.path.split('/')[2] ?? ''))];
  return {
    openapi: '3.1.0',
    info: {
      title: `${company}: website and staff portal`,
      version: '1.0.0',
      description: 'Every call states its access; the server enforces it.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: publicUrl }],
    tags: tags.map((name) => ({ name, description: `Calls under /api/${name}.` })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error'],
          properties: {
            error: { type: 'string', description: 'One sentence that a person can read.' },
            fields: {
              type: 'object',
              additionalProperties: { type: 'string' },
              description: 'Wire name of a field and what is wrong with it.',
            },
            current: { description: 'The record as it is now, when the sent version was stale.' },
          },
        },
      },
      responses: Object.fromEntries(
        Object.entries(failures).map(([status, description]) => [
          status,
          {
            description,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  };
}
