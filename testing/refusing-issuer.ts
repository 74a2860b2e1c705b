import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestAuthority } from './test-certificate.ts';

interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly detail: string;
  readonly instance?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RefusingIssuer {
  readonly directoryUrl: string;
  readonly caFile: string;
  /** What it answers to orders from now on. */
  refusal: Refusal;
  /** Orders it was asked for. */
  orders: number;
  stop(): Promise<void>;
}

/** An issuer that gives accounts and no certificates: Pebble has no limits. */
export async function startRefusingIssuer(refusal: Refusal): Promise<RefusingIssuer> {
  const { cert: authority, issue } = await createTestAuthority();
  const { cert, key } = await issue({ names: ['127.0.0.1'] });
  const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-issuer-'));
  const caFile = path.join(directory, 'authority.pem');
  writeFileSync(caFile, authority);
  const nonces = new Set<string>();
  const server = createServer({ cert, key }, async (request, response) => {
    const nonce = randomBytes(12).toString('base64url');
    nonces.add(nonce);
    const answer = (status: number, body: object, headers: Readonly<Record<string, string>> = {}) =>
      response.writeHead(status, { 'replay-nonce': nonce, ...headers }).end(JSON.stringify(body));
    const url = (name: string) => `${issuer.directoryUrl.replace('/directory', '')}/${name}`;
    if (request.url === '/directory') {
      const names = ['newNonce', 'newAccount', 'newOrder'];
      return answer(200, Object.fromEntries(names.map((name) => [name, url(name)])));
    }
    if (request.method === 'HEAD') return response.writeHead(200, { 'replay-nonce': nonce }).end();
    const header = await readSignedHeader(request);
    if (header.url !== url(request.url?.slice(1) ?? '') || !nonces.delete(header.nonce)) {
      return answer(400, { type: 'urn:ietf:params:acme:error:malformed', detail: 'not signed so' });
    }
    if (request.url === '/newAccount') return answer(201, {}, { location: url('account/1') });
    issuer.orders++;
    const { status, headers, type, ...problem } = issuer.refusal;
    return answer(status, { ...problem, type: `urn:ietf:params:acme:error:${type}` }, headers);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer: RefusingIssuer = {
    directoryUrl: `https://127.0.0.1:${port}/directory`,
    caFile,
    refusal,
    orders: 0,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return issuer;
}

async function readSignedHeader(request: IncomingMessage): Promise<{ url: string; nonce: string }> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { protected: header } = JSON.parse(text) as { protected: string };
  return JSON.parse(Buffer.from(header, 'base64url').toString());
}
