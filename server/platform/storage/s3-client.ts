import { S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from '../../bucket-address.ts';

/** Whether the service responded that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

/** Credentials come from the profile if the address names one, otherwise from the standard AWS_* environment. */
export function openS3Client(
  { region, endpoint, profile }: BucketAddress,
  socketTimeout: number,
): S3Client {
  return new S3Client({
    region: region ?? process.env.AWS_REGION ?? 'us-east-1',
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(profile && { profile }),
    // Many S3-compatible stores don't know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Failures reach our log as errors; by default the client also writes to the console.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 2_000, socketTimeout },
  });
}
