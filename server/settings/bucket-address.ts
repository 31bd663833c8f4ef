import { rejectIf } from './setting-error.ts';

export interface BucketAddress {
  bucket: string;
  region: string | null;
  endpoint: string | null;
}

/** Reads `s3://bucket?region=…&endpoint=…`; `setting` is named in errors. */
export function bucketOf(address: string, setting: string): BucketAddress {
  const { hostname: bucket, pathname, searchParams } = new URL(address);
  const unknown = [...searchParams.keys()].find((key) => !/^(region|endpoint)$/.test(key));
  const endpoint = searchParams.get('endpoint');
  rejectIf(!bucket, `${setting} must name a bucket: s3://bucket?region=….`);
  rejectIf(!/^\/?$/.test(pathname), `${setting} can't name a folder: s3://bucket?region=….`);
  rejectIf(
    endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''),
    `The endpoint of ${setting} must be an http or https address.`,
  );
  rejectIf(unknown !== undefined, `${setting} may have region and endpoint, not '${unknown}'.`);
  return { bucket, region: searchParams.get('region'), endpoint };
}
