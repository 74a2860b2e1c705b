import { realpathSync } from 'node:fs';
import { StartupError } from '../startup-error.ts';
import { portOwner } from './port-owner.ts';

/** Where something listens, and the setting that says so. */
export interface Address {
  readonly setting: 'PORT' | 'HTTPS_PORT' | 'HTTP_PORT';
  readonly host: string;
  readonly port: number;
  /** A port that browsers open. */
  readonly usual: number;
}

/** What to do about a port or an address that cannot be had. */
export function explainListenError(error: NodeJS.ErrnoException, address: Address): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(`${taken(address)} ${remedies[address.setting](address)}`);
    case 'EACCES':
      return new StartupError(forbidden(address));
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(
        `HOST=${address.host} is no address of this machine. Set HOST to one that is.`,
      );
    default:
      return error;
  }
}

function taken({ port }: Address): string {
  const owner = portOwner(port);
  return owner === undefined ? `Port ${port} is taken.` : `Port ${port} is taken by ${owner}.`;
}

const PROXY_SECTION = 'docs/self-hosting.md, "Behind a reverse proxy"';

const remedies: Readonly<Record<Address['setting'], (address: Address) => string>> = {
  PORT: ({ port }) =>
    `Stop the other program, or start with another one: PORT=${port + 1} npm start`,
  HTTPS_PORT: () =>
    `Stop that program, or let it speak HTTPS for this server and unset DOMAIN: ${PROXY_SECTION}.`,
  HTTP_PORT: () =>
    'Stop that program, or do without plain HTTP (browsers are then not sent to HTTPS): HTTP_PORT=off',
};

function forbidden({ setting, port }: Address): string {
  if (setting === 'PORT') return `Port ${port} needs more rights. Set PORT to a number above 1023.`;
  const other = `or set ${setting}=${port + 8000} and forward port ${port} to it`;
  if (process.platform !== 'linux') {
    return `Port ${port} needs more rights. Start as an administrator, ${other}.`;
  }
  return (
    `Port ${port} needs more rights. As a service: AmbientCapabilities=CAP_NET_BIND_SERVICE in the unit ` +
    `(deploy/chalkline.service has it). By hand: sudo setcap cap_net_bind_service=+ep ${realpathSync(process.execPath)}, ` +
    `${other}.`
  );
}
