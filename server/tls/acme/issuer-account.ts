import type { Client } from 'acme-client';
import type { CertificateStorage, IssuerAccount } from './certificate-storage.ts';
import { IssuerRefusal } from './issuer-error.ts';
import { loadAcmeClient } from './issuer-transport.ts';

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
): Promise<Client> {
  const stored = await storage.readAccount(settings.directoryUrl);
  return stored ? connect(settings, stored) : createAccount(settings, storage);
}

/** Also where the issuer has forgotten the stored one. */
export async function createAccount(
  settings: IssuerSettings,
  storage: CertificateStorage,
): Promise<Client> {
  const { crypto } = await loadAcmeClient();
  const key = (await crypto.createPrivateEcdsaKey()).toString();
  const client = await connect(settings, { key });
  try {
    await client.createAccount({
      termsOfServiceAgreed: true,
      ...(settings.email && { contact: [`mailto:${settings.email}`] }),
    });
  } catch (error) {
    throw error instanceof IssuerRefusal ? new AccountRefusal(error) : error;
  }
  await storage.writeAccount(settings.directoryUrl, { key, url: client.getAccountUrl() });
  return client;
}

async function connect(
  { directoryUrl, eab }: IssuerSettings,
  { key, url }: Partial<IssuerAccount> & Pick<IssuerAccount, 'key'>,
): Promise<Client> {
  const { Client } = await loadAcmeClient();
  return new Client({
    directoryUrl,
    accountKey: key,
    ...(url && { accountUrl: url }),
    ...(eab && { externalAccountBinding: { kid: eab.kid, hmacKey: eab.key } }),
  });
}
