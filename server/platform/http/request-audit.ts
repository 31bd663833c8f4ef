/** Audits what a request shows or refuses, in one place for all endpoints. */
import type { FastifyRequest } from 'fastify';
import { auditedLists } from '#contract/audit-actions.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { AuditEvents } from '../audit/audit-events.ts';
import type { HttpError } from '../runtime/errors.ts';
import { isKey } from '../storage/storage.ts';

/** Records the read of a list of personal data. */
export function auditRead(
  events: Pick<AuditEvents, 'note'>,
  { name }: Endpoint,
  request: FastifyRequest,
): void {
  const label = Object.hasOwn(auditedLists, name) ? auditedLists[name] : undefined;
  // Employees get names only.
  if (label === undefined || request.user?.role !== 'admin' || request.method !== 'GET') return;
  const { userId } = request.user;
  const target = { kind: 'list', id: name, label };
  events.note({ userId, ip: request.ip, action: 'list.read', target });
}

/**
 * Records a limit hit, a refused call, and an employee's call for a record that doesn't exist for them: the
 * ownership rules answer 404.
 */
export function auditRefusal(
  events: Pick<AuditEvents, 'note'>,
  error: HttpError | null,
  request: FastifyRequest,
): void {
  if (!error) return;
  const { code, status } = error;
  const { user, ip } = request;
  const isRefused = code === 'forbidden' || (code === 'not_found' && user?.role === 'employee');
  if (status !== 429 && !isRefused) return;
  const action = status === 429 ? 'limit.reached' : 'access.refused';
  const id = `${request.method} ${request.routeOptions.url ?? ''}`;
  const target = { kind: 'call', id, label: labelOf(request, id) };
  events.note({ userId: user?.userId ?? null, ip, action, target, detail: { code } });
}

/** Names the record of a call by ids and file keys only: other text of a URL may be a secret, such as a reset code. */
function labelOf({ params, query }: FastifyRequest, id: string): string {
  const given = (params ?? {}) as Record<string, unknown>;
  const label = id.replace(/:(\w+)/g, (placeholder, name: string) => {
    const value = given[name];
    return typeof value === 'string' && /^\d{1,10}$/.test(value) ? value : placeholder;
  });
  const { path, key } = (query ?? {}) as Record<string, unknown>;
  const fileKey = [path, key].find((value) => typeof value === 'string' && isKey(value));
  return fileKey === undefined ? label : `${label} ${fileKey}`;
}
