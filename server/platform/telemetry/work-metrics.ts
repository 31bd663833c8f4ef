import { performance } from 'node:perf_hooks';
import { by, counter, histogram, type Metric, one } from './metric.ts';
import type { Telemetry } from './telemetry.ts';

/** What the server did, as `Telemetry` measured it. */
export function metricsOfWork(telemetry: Telemetry): Metric[] {
  const { tracer } = telemetry;
  return [
    histogram(
      'http_request_duration_seconds',
      'Time from the first byte of a request to the end of its response.',
      telemetry.requests.lines,
    ),
    counter('http_responses_total', 'Responses by exact status.', telemetry.responses.lines),
    histogram(
      'headrack_database_query_seconds',
      'Queries by kind of statement, without the wait for a connection.',
      telemetry.queries.lines,
    ),
    histogram(
      'headrack_database_commit_seconds',
      'SQLite: commits, each synced to the disk.',
      telemetry.commits.lines,
    ),
    histogram(
      'headrack_database_commit_transactions',
      'SQLite: transactions that shared a commit.',
      telemetry.commitGroups.lines,
    ),
    histogram('headrack_storage_seconds', 'Operations on stored files.', telemetry.storage.lines),
    histogram('headrack_mail_seconds', 'Deliveries of mails.', telemetry.mail.lines),
    histogram(
      'headrack_socket_event_seconds',
      'Events that pages sent over their sockets.',
      telemetry.socketEvents.lines,
    ),
    counter(
      'headrack_event_loop_active_seconds_total',
      'Time that the event loop worked; its rate is the utilization.',
      () => one(performance.eventLoopUtilization().active / 1000),
    ),
    ...(tracer
      ? [
          counter(
            'headrack_spans_total',
            'Spans that reached the collector, and those that were lost.',
            () => by('outcome', Object.entries(tracer.exporter.counts)),
          ),
        ]
      : []),
  ];
}
