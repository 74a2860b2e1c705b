import type { Logger } from '../../http/log.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { ProviderClient } from './provider-client.ts';
import type { ProviderSettings } from './provider-settings.ts';

const ISSUERS: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
};

/** Whose accounts people may sign in with here. */
export class SignInProviders {
  readonly #clients: ReadonlyMap<string, ProviderClient>;

  constructor(settings: readonly ProviderSettings[], log: Logger) {
    this.#clients = new Map(settings.map((each) => [each.name, new ProviderClient(each, log)]));
  }

  get names(): string[] {
    return [...this.#clients.keys()];
  }

  /** As `/authorize` names one. */
  require(name: unknown): ProviderClient {
    if (typeof name !== 'string' || name === '') {
      throw validationFailed('Unsupported provider: Provider  could not be found');
    }
    const client = this.#clients.get(name);
    if (!client) throw validationFailed('Unsupported provider: provider is not enabled');
    return client;
  }

  /** As an app names the one whose id token it brings: by name, or by issuer. */
  requireIssuer(name: string): ProviderClient {
    const client =
      this.#clients.get(name) ??
      [...this.#clients.values()].find(({ settings }) => settings.issuer === name);
    if (client) return client;
    const issuer = ISSUERS[name] ?? name;
    throw new AuthError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`);
  }
}
