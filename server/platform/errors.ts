import { general } from '#contract/messages/general.ts';

/** A call that is answered with a failure on purpose: its status and its sentence. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly more: {
    fields?: Record<string, string>;
    current?: unknown;
    /** Seconds after which trying again makes sense. */
    retryAfter?: number;
  };

  constructor(status: number, error: string, more: Refusal['more'] = {}) {
    super(error);
    this.status = status;
    this.more = more;
  }
}

/** 400: wire name of each field → what is wrong with it. */
export function invalid(fields: Record<string, string>, error: string = general.invalid): Refusal {
  return new Refusal(400, error, { fields });
}

/** 401: no token, or one that no longer counts. */
export function notSignedIn(error: string = general.tokenInvalid): Refusal {
  return new Refusal(401, error);
}

/** 403: signed in, but may not do this. */
export function forbidden(error: string = general.adminsOnly): Refusal {
  return new Refusal(403, error);
}

/** 404: no such thing, or none that this caller may know of. */
export function notFound(error: string = general.notFound): Refusal {
  return new Refusal(404, error);
}

/** 409: the record is no longer as the caller saw it. */
export function conflict(error: string, current?: unknown): Refusal {
  return new Refusal(409, error, current === undefined ? {} : { current });
}

/** 429 with the seconds to wait. */
export function tooMany(retryAfter: number): Refusal {
  return new Refusal(429, general.tooMany, { retryAfter });
}
