import type { CallInput, Endpoint, ReplyOf } from '#contract/wire/endpoint.ts';
import {
  type CallOptions,
  headersOf,
  keepaliveMaxBytes,
  networkFailure,
  newRequestId,
  replyOf,
  request,
  tokenFor,
} from './api.ts';
import { noteFailure } from './failed-request.ts';
import { addressOf, sizeOf } from './request-parts.ts';

interface UploadOptions<E extends Endpoint> extends Omit<CallOptions, 'timeout'> {
  params?: CallInput<E>['params'];
  /** Called with the fraction of the bytes sent, 0 to 1. */
  onProgress?: (part: number) => void;
}

/** Sends fields and files as multipart with progress. Rejects like `call`. */
export function upload<E extends Endpoint>(
  endpoint: E,
  fields: FormData | Record<string, unknown>,
  files: File | readonly File[] | null,
  options: UploadOptions<E> = {},
): Promise<ReplyOf<E>> {
  const form = fields instanceof FormData ? fields : formOf(fields);
  const { field = '' } = endpoint.upload ?? {};
  for (const file of [files ?? []].flat()) form.append(field, file, file.name);
  const url = addressOf(endpoint, { params: options.params });
  if (options.keepalive && sizeOf(form) <= keepaliveMaxBytes) {
    return request(endpoint, url, options, { type: null, body: form }).then(({ reply }) => reply);
  }
  const token = tokenFor(endpoint);
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const requestId = newRequestId();
    const fail = (error: unknown) => {
      noteFailure(requestId, xhr.status);
      reject(error);
    };
    xhr.open(endpoint.method, url);
    for (const [name, value] of Object.entries(
      headersOf(endpoint, token, options, null, requestId),
    )) {
      xhr.setRequestHeader(name, value);
    }
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    xhr.onload = () => {
      try {
        resolve(replyOf(endpoint, token, xhr.status, xhr.responseText));
      } catch (error) {
        fail(error);
      }
    };
    xhr.onerror = () => fail(networkFailure());
    xhr.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    xhr.onloadend = () => options.signal?.removeEventListener('abort', abort);
    options.signal?.addEventListener('abort', abort);
    xhr.send(form);
    if (options.signal?.aborted) abort();
  });
}

/** Fields as multipart; lists and objects as JSON, files as they are. */
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    const text = () => (typeof value === 'object' ? JSON.stringify(value) : String(value));
    form.append(name, value instanceof File ? value : text());
  }
  return form;
}
