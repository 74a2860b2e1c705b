import { invalidBucketName, invalidKey } from './storage-error.ts';

/** What a hosted project takes: characters every S3 store handles alike. */
const KEY = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]+$/;
const KEY_LIMIT = 1024;
const BUCKET_LIMIT = 100;

export function checkKey(key: string): void {
  if (!KEY.test(key) || key.length > KEY_LIMIT) throw invalidKey(key);
}

export function checkBucketName(name: string): void {
  if (!BUCKET.test(name) || name.length > BUCKET_LIMIT || name.trim() !== name) {
    throw invalidBucketName();
  }
}
