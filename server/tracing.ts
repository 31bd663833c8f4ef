import { rejectIf } from './setting-error.ts';

/** Where spans are sent, and which. */
export interface Tracing {
  url: string;
  /** They can hold a secret of the collector's. */
  headers: Record<string, string>;
  service: string;
  /** The part of the requests that is recorded, 0 to 1. */
  ratio: number;
}

/** Parses `name=value,…` with percent-encoded values, as OpenTelemetry writes headers; null when it is malformed. */
function parseHeaders(value: string | null): Record<string, string> | null {
  const entries = value?.split(',').map((entry) => /^\s*([\w-]+)=(\S+)\s*$/.exec(entry)) ?? [];
  if (entries.includes(null)) return null;
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name = '', text = ''] = entry ?? [];
      return [
        name,
        text.replace(/%([0-9a-f]{2})/gi, (_, hex) => Buffer.from(hex, 'hex').toString()),
      ];
    }),
  );
}

/** Reads the settings of traces; null without a collector. */
export function readTracing(
  endpoint: string | null,
  text: (name: string) => string | null,
): Tracing | null {
  const headers = parseHeaders(text('OTEL_EXPORTER_OTLP_HEADERS'));
  const service = text('OTEL_SERVICE_NAME') ?? 'headrack';
  const ratio = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  rejectIf(
    headers === null,
    'OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas.',
  );
  rejectIf(
    !(ratio >= 0 && ratio <= 1),
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1: the part of the requests to trace.',
  );
  if (endpoint === null || headers === null) return null;
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  return { url, headers, service, ratio };
}
