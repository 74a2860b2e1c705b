import type { X509Certificate } from 'node:crypto';

/** Names and addresses of the certificate; the common name counts for nothing any more. */
export function namesOf({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName
    .split(', ')
    .map((entry) => /^(?:DNS|IP Address):(.+)$/.exec(entry)?.[1]?.toLowerCase())
    .filter((name) => name !== undefined);
}

/** Whether a host name is one of those; `*.` stands for one label. */
export function isNamed(host: string, names: readonly string[]): boolean {
  const parent = host.slice(host.indexOf('.'));
  return names.some((name) => name === host || (name.startsWith('*.') && name.slice(1) === parent));
}
