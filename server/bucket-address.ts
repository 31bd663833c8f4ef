import { rejectIf } from './setting-error.ts';

export interface BucketAddress {
  bucket: string;
  /** Of the keys: empty, or with a slash at its end. */
  prefix: string;
  region: string | null;
  endpoint: string | null;
  /** Of the file `~/.aws/credentials`. */
  profile: string | null;
}

/** Whether an address is of a bucket and not a folder. */
export function isBucket(address: string | null): address is string {
  return /^s3:\/\//i.test(address ?? '');
}

/** Reads `s3://bucket/prefix?region=…&endpoint=…&profile=…`; `setting` is named in errors. */
export function bucketOf(address: string, setting: string): BucketAddress {
  const { hostname: bucket, pathname, searchParams } = new URL(address);
  const unknown = [...searchParams.keys()].find((key) => !/^(region|endpoint|profile)$/.test(key));
  const endpoint = searchParams.get('endpoint');
  rejectIf(!bucket, `${setting} must name a bucket: s3://bucket?region=….`);
  rejectIf(
    endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''),
    `The endpoint of ${setting} must be an http or https address.`,
  );
  rejectIf(
    unknown !== undefined,
    `${setting} may have region, endpoint and profile, not '${unknown}'.`,
  );
  const path = pathname.replace(/^\/+|\/+$/g, '');
  return {
    ...{ bucket, endpoint, prefix: path && `${path}/` },
    region: searchParams.get('region'),
    profile: searchParams.get('profile'),
  };
}
