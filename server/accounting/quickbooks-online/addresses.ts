import { behindGateway } from '../behind-gateway.ts';
import type { Connection } from '../system.ts';

/** Of https://developer.intuit.com/app/developer/qbo/docs: sign-in is the same for both kinds of company. */
const AUTHORIZE = 'https://appcenter.intuit.com/connect/oauth2';
const TOKEN = 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer';
const REVOKE = 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke';
const ISSUER = 'https://oauth.platform.intuit.com/op/v1';
const API: Readonly<Record<Connection['environment'], string>> = {
  production: 'https://quickbooks.api.intuit.com',
  sandbox: 'https://sandbox-quickbooks.api.intuit.com',
};

export interface IntuitAddresses {
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly revoke: string;
  readonly api: Readonly<Record<Connection['environment'], string>>;
}

export function intuitAddresses(gateway: string | undefined): IntuitAddresses {
  const through = (address: string) => behindGateway(gateway, address);
  return {
    issuer: ISSUER,
    authorize: through(AUTHORIZE),
    token: through(TOKEN),
    revoke: through(REVOKE),
    api: { production: through(API.production), sandbox: through(API.sandbox) },
  };
}
