/** s3rver ships no types; this declares the part we use. */
declare module 's3rver' {
  interface Options {
    port: number;
    address: string;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs: string[] }[];
  }

  interface StoredObject {
    bucket: string;
    key: string;
  }

  export default class S3rver {
    store: {
      putObject(object: StoredObject): Promise<{ size: number; md5: string }>;
      getResourcePath(bucket: string, key: string, resource: 'object'): string;
    };
    constructor(options: Options);
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
