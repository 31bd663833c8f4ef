import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { linkSeconds, presignProduct, presignReport, presignSettlement } from '#contract/files.ts';
import { CallError, type CallInput, type Endpoint } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { afterPaint } from '#web/lib/navigation/after-paint.ts';

/** Milliseconds for which a signed link is used, slightly less than its lifetime. */
const linkLife = (linkSeconds - 20) * 1000;

/** The presign call, one for each kind of screen (A3, D6, P4). */
export type Presign = 'settlements' | 'reports' | 'store';

export interface SignedLink {
  url: string;
  /** The variants of a picture, as an `img` takes them: WebP, and AVIF. */
  srcset: string | undefined;
  avifSrcset: string | undefined;
  /** When to request a new one, in milliseconds since 1970. */
  until: number;
}

/** A failed link is logged, unless the server couldn't be reached, and shows no alert (G7). */
async function sign(presign: Presign, path: string, signal: AbortSignal): Promise<SignedLink> {
  const ask = <E extends Endpoint>(endpoint: E, query: CallInput<E>['query']) =>
    call(endpoint, { query } as CallInput<E>, { signal });
  try {
    const {
      url,
      srcset,
      avif_srcset: avifSrcset,
    } = presign === 'settlements'
      ? await ask(presignSettlement, { path })
      : presign === 'reports'
        ? await ask(presignReport, { path })
        : await ask(presignProduct, { key: path });
    return { url, srcset, avifSrcset, until: Date.now() + linkLife };
  } catch (error) {
    const isLost = error instanceof CallError && error.status === 0;
    if (!signal.aborted && !isLost) console.error('A link to a file could not be made.', error);
    throw error;
  }
}

/** The link to a stored file, null until it is signed; `fresh` signs again and returns null when that fails. */
export function useSignedLink(path: string, presign: Presign) {
  const { data, error, refetch } = useQuery({
    queryKey: ['signed-link', presign, path],
    queryFn: ({ signal }) => afterPaint(() => sign(presign, path, signal), signal),
    staleTime: linkLife,
    gcTime: linkLife,
    refetchOnWindowFocus: false,
  });
  return {
    link: data ?? null,
    /** The server couldn't be reached. */
    isLost: error instanceof CallError && error.status === 0,
    fresh: async (): Promise<string | null> => {
      const { data: signed } = await refetch();
      return signed && Date.now() < signed.until ? signed.url : null;
    },
  };
}

/** Milliseconds before another try is offered. */
const overdueMs = 10_000;

/** Whether this attempt to get a link has taken too long. */
export function useIsOverdue(attempt: number): boolean {
  const [isOverdue, setOverdue] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt restarts the timer
  useEffect(() => {
    setOverdue(false);
    const timer = setTimeout(() => setOverdue(true), overdueMs);
    return () => clearTimeout(timer);
  }, [attempt]);

  return isOverdue;
}
