import type { Config } from '../config.ts';
import { isLoopback } from '../config.ts';
import type { SystemLine, SystemProbe } from '../system/system-line.ts';
import type { Certificate, CertificateSource } from './certificate.ts';
import type { HttpsCheck } from './https-check.ts';

/** A renewal is due at a third: by then it has failed for a while. */
const ENDS_SOON_SHARE = 1 / 5;

export interface TlsState {
  readonly certificates: CertificateSource;
  readonly check: HttpsCheck;
}

/** The line of Settings › System about the certificate. */
export function certificateProbe(config: Config, tls: TlsState | undefined): SystemProbe {
  return async () => (tls ? lineOf(config, tls) : lineWithoutTls(config));
}

function lineWithoutTls({ siteUrl }: Config): SystemLine {
  const { protocol, hostname } = new URL(siteUrl);
  if (protocol === 'https:') return line('off', 'proxy', { siteUrl });
  if (isLoopback(hostname.replace(/^\[|\]$/g, ''))) return line('off', 'local');
  return line('warning', 'plain', { siteUrl });
}

function lineOf({ tls: { mode } }: Config, { certificates, check }: TlsState): SystemLine {
  const { certificate, problem, nextTryAt } = certificates.status();
  const values = {
    ...describe(certificate),
    problem: problem ?? '',
    nextTryAt: nextTryAt?.toISOString() ?? null,
  };
  if (!certificate) {
    return problem === null ? line('warning', 'ordered') : line('error', 'missing', values);
  }
  if (certificate.notAfter.getTime() <= Date.now()) return line('error', 'expired', values);
  if (problem !== null) return line('warning', 'problem', values);
  if (endsSoon(certificate)) return line('warning', 'endsSoon', values);
  if (mode === 'lan') return line('ok', 'lan', values);
  if (check.refusal) return line('warning', 'untrusted', { ...values, cause: check.refusal });
  return line('ok', 'valid', values);
}

function describe(certificate: Certificate | null) {
  return certificate === null
    ? {}
    : {
        issuer: certificate.issuer,
        names: certificate.names.join(', '),
        endsAt: certificate.notAfter.toISOString(),
      };
}

function endsSoon({ notBefore, notAfter }: Certificate): boolean {
  const life = notAfter.getTime() - notBefore.getTime();
  return notAfter.getTime() - Date.now() < life * ENDS_SOON_SHARE;
}

function line(
  state: SystemLine['state'],
  reason: string,
  values: SystemLine['values'] = {},
): SystemLine {
  return { id: 'certificate', state, reason, values };
}
