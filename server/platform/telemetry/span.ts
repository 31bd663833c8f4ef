/** Never personal: route patterns, kinds of statements, names of tables and operations, ids of requests. */
type Attributes = Record<string, string | number>;

/** A piece of work, in the terms of OpenTelemetry. */
export interface Span {
  traceId: string;
  spanId: string;
  /** '' for the first of its trace. */
  parentId: string;
  name: string;
  kind: 'internal' | 'server' | 'client';
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  attributes: Attributes;
  failed: boolean;
}
