import { type AddressInfo, createServer, type Server } from 'node:net';
import { connect } from 'node:tls';

interface Behind {
  readonly port: number;
  readonly name: string;
  /** PEM, of the only authority that is trusted. */
  readonly ca: string;
}

/** Plain connections in, connections with TLS out, as every browser makes and checks them. */
export class TlsFront {
  readonly #server: Server;
  /** Of every certificate that was shown. */
  readonly serials = new Set<string>();
  /** What a browser would have warned of. */
  readonly problems = new Set<string>();

  static async open(behind: Behind): Promise<TlsFront> {
    const front = new TlsFront(behind);
    await new Promise<void>((resolve) => front.#server.listen(0, '127.0.0.1', resolve));
    return front;
  }

  private constructor({ port, name, ca }: Behind) {
    this.#server = createServer((near) => {
      const far = connect({ host: '127.0.0.1', port, servername: name, ca });
      far.once('secureConnect', () => {
        this.serials.add(far.getPeerCertificate().serialNumber);
        near.pipe(far).pipe(near);
      });
      const end = () => {
        near.destroy();
        far.destroy();
      };
      near.on('error', end).on('close', end);
      far.on('close', end).on('error', (error: NodeJS.ErrnoException) => {
        if (/CERT|SIGNATURE|ISSUER/.test(error.code ?? '')) {
          this.problems.add(`certificate: ${error.code}`);
        }
        end();
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves once a certificate of the authority is shown; what was shown before does not count. */
  async untilTrusted(): Promise<void> {
    while (this.serials.size === 0) {
      await fetch(`${this.url}/health`).catch(() => undefined);
    }
    this.problems.clear();
  }

  close(): void {
    this.#server.close();
  }
}
