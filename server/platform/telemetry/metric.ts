import type { Lines } from './histogram.ts';

type Read = () => Lines | Promise<Lines>;

/** What `/metrics` shows under one name. */
export interface Metric {
  name: string;
  type: 'gauge' | 'counter' | 'histogram';
  help: string;
  /** Called at each scrape. */
  read: Read;
}

export const gauge = (name: string, help: string, read: Read): Metric => ({
  name,
  type: 'gauge',
  help,
  read,
});

export const counter = (name: string, help: string, read: Read): Metric => ({
  name,
  type: 'counter',
  help,
  read,
});

export const histogram = (name: string, help: string, read: Read): Metric => ({
  name,
  type: 'histogram',
  help,
  read,
});

/** The value of a metric without labels. */
export const one = (value: number): Lines => [['', value]];

/** A value for each value of a label. */
export const by = (label: string, values: Iterable<[string, number]>): Lines =>
  [...values].map(([text, value]) => [`{${label}="${text}"}`, value]);

/** A metric as Prometheus' text; without values while its part is down. */
export async function textOf({ name, type, help, read }: Metric): Promise<string> {
  const lines = await Promise.try(read).catch((): Lines => []);
  const values = lines.map(([rest, value]) => `${name}${rest} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values.join('')}`;
}
