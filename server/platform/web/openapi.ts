import * as z from 'zod/mini';
import {
  deviceTokenHeader,
  type Endpoint,
  type UploadRule,
  videoBytes,
} from '#contract/wire/endpoint.ts';
import { errorCodes, errorTypes } from '#contract/wire/errors.ts';
import { release } from '../runtime/root.ts';

type Json = Record<string, unknown>;

const megabyte = 1024 * 1024;

/** Each error status with its codes as a Markdown list. */
const codesByStatus = Object.entries(
  Object.groupBy(errorCodes, (code) => errorTypes[code].status),
).map(([status, codes = []]): [string, string] => [
  status,
  codes.map((code) => `- \`${code}\`: ${errorTypes[code].description}`).join('\n'),
]);

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
    description: 'A repeated key within 15 days returns the first response and stores nothing.',
    schema: { type: 'string', format: 'uuid' },
  };
  const device: Json = {
    name: deviceTokenHeader,
    in: 'header',
    required: false,
    description:
      'The device token of an earlier sign-in: failures count apart from those of strangers.',
    schema: { type: 'string' },
  };
  return [
    ...of('path', endpoint.params),
    ...of('query', endpoint.query),
    ...(endpoint.idempotent ? [key] : []),
    ...(endpoint.signsIn ? [device] : []),
  ];
}

function maxOf({ kinds, maxBytes }: UploadRule): string {
  if (maxBytes !== 'usual') return `at most ${maxBytes / megabyte} MB`;
  const video = kinds.includes('mp4') ? `, MP4 at most ${videoBytes / megabyte} MB` : '';
  return `at most UPLOAD_MB (25)${video}`;
}

function bodyOf(endpoint: Endpoint): Json | undefined {
  if (!endpoint.body) return undefined;
  const json = schemaOf(endpoint.body, 'input');
  const { upload } = endpoint;
  const isRequired = endpoint.method === 'PUT' || json.required !== undefined;
  if (!upload) return { required: isRequired, content: { 'application/json': { schema: json } } };
  const file = {
    type: 'string',
    format: 'binary',
    description: `${upload.kinds.join(', ')}; ${maxOf(upload)}. The type is detected from the bytes.`,
  };
  const required = [
    ...((json.required as string[] | undefined) ?? []),
    ...(upload.required ? [upload.field] : []),
  ];
  const multipart = {
    ...json,
    properties: {
      ...(json.properties as Json),
      [upload.field]: filesOf(upload, file),
      ...(upload.otherField && { [upload.otherField]: file }),
    },
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

function filesOf({ maxFiles }: UploadRule, file: Json): Json {
  return maxFiles === undefined
    ? file
    : { type: 'array', items: file, minItems: 1, maxItems: maxFiles };
}

function failuresOf(endpoint: Endpoint): string[] {
  const { access, method, failures = [] } = endpoint;
  const statuses = new Set<number>([
    400,
    ...(access === 'public' ? [] : [401]),
    ...(access === 'admin' ? [403] : []),
    ...(endpoint.params ? [404] : []),
    ...(method === 'PUT' || endpoint.idempotent ? [409] : []),
    // Also without a body: one of another type, or a larger one, is refused before the call.
    ...(method === 'GET' ? [] : [413, 415]),
    ...(endpoint.idempotent ? [422] : []),
    429,
    500,
    503,
    ...failures,
  ]);
  return [...statuses].map(String);
}

function operationOf(endpoint: Endpoint): Json {
  const body = bodyOf(endpoint);
  const nextBefore = {
    'X-Next-Before': {
      description: 'Pass this as `before` to get the next page; absent on the last page.',
      schema: { type: 'string' },
    },
  };
  const deviceToken = {
    [deviceTokenHeader]: {
      description: 'Send it with the next sign-in from this device.',
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
        ...(endpoint.signsIn && { headers: deviceToken }),
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

/** Generates the OpenAPI 3.1 document of the contract. */
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
      version: release,
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
          required: ['error', 'code', 'request_id'],
          properties: {
            error: { type: 'string', description: 'One sentence for the user.' },
            code: {
              type: 'string',
              enum: errorCodes,
              description: `The stable cause; codes may be added.\n\n${codesByStatus
                .map(([status, codes]) => `**${status}**\n\n${codes}`)
                .join('\n\n')}`,
            },
            request_id: {
              type: 'string',
              format: 'uuid',
              description: 'The id of the request in the server log, also sent as X-Request-Id.',
            },
            fields: {
              type: 'object',
              additionalProperties: { type: 'string' },
              description: 'Wire name of a field and its error.',
            },
            current: { description: 'The current record, when the sent version was stale.' },
          },
        },
      },
      responses: Object.fromEntries(
        codesByStatus
          .filter(([status]) => endpoints.some((endpoint) => failuresOf(endpoint).includes(status)))
          .map(([status, description]) => [
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
