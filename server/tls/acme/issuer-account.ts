import { generateKeyPairSync } from 'node:crypto';
import { AcmeClient } from './acme-client.ts';
import type { CertificateStorage } from './certificate-storage.ts';
import { IssuerRefusal } from './issuer-error.ts';
import type { IssuerSession } from './issuer-transport.ts';

export interface IssuerSettings {
  readonly directoryUrl: string;
  readonly email: string | undefined;
  /** External account binding, for issuers that ask for it. */
  readonly eab: { readonly kid: string; readonly key: string } | undefined;
}

/** The issuer refuses an account; what to do differs from a refused order. */
export class AccountRefusal extends Error {
  readonly refusal: IssuerRefusal;

  constructor(refusal: IssuerRefusal) {
    super(refusal.message, { cause: refusal });
    this.refusal = refusal;
  }
}

/** With the account that is stored, or a new one. Setting DOMAIN accepts the issuer's terms. */
export async function openIssuerAccount(
  settings: IssuerSettings,
  storage: CertificateStorage,
  session: IssuerSession,
): Promise<AcmeClient> {
  const stored = await storage.readAccount(settings.directoryUrl);
  return stored
    ? new AcmeClient({ ...settings, ...stored }, session)
    : createAccount(settings, storage, session);
}

/** Also where the issuer has forgotten the stored one. */
export async function createAccount(
  settings: IssuerSettings,
  storage: CertificateStorage,
  session: IssuerSession,
): Promise<AcmeClient> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const client = new AcmeClient({ ...settings, key, url: undefined }, session);
  try {
    const url = await client.createAccount(settings.email);
    await storage.writeAccount(settings.directoryUrl, { key, url });
  } catch (error) {
    throw error instanceof IssuerRefusal ? new AccountRefusal(error) : error;
  }
  return client;
}
