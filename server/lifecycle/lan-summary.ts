import type { Config } from '../config.ts';
import { readAuthorityCertificate } from '../tls/lan/authority.ts';
import { lanAddresses } from '../tls/lan/lan-addresses.ts';

export interface LanSummary {
  /** The app under its other names. */
  readonly others: readonly string[];
  /** Where a phone or computer is set up, as an address and as a QR code for a terminal. */
  readonly page: string;
  readonly code: string;
  readonly fingerprint: string | null;
}

/** What is printed in a local network without a name; undefined elsewhere. */
export async function lanSummary(config: Config): Promise<LanSummary | undefined> {
  if (config.tls.mode !== 'lan') return undefined;
  const { page, others } = lanAddresses(config, undefined);
  const certificate = await readAuthorityCertificate(config.dataDir).catch(() => null);
  const { encodeQR } = await import('qr');
  const code = encodeQR(page, 'ascii', { border: 1 });
  return { page, others, code, fingerprint: certificate?.fingerprint256 ?? null };
}
