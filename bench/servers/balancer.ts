import http from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

const CHECK_MS = 200;

/** Each request and each web socket goes to the next server that says it is healthy. */
export class Balancer {
  readonly #server: http.Server;
  readonly #timer: NodeJS.Timeout;
  #servers: readonly string[] = [];
  #healthy: readonly string[] = [];
  #turn = 0;

  static async open(): Promise<Balancer> {
    const balancer = new Balancer();
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  private constructor() {
    this.#server = http.createServer((request, response) => this.#pass(request, response));
    this.#server.on('upgrade', (request, socket, head) =>
      this.#passSocket(request, socket as Socket, head),
    );
    this.#timer = setInterval(() => void this.#check(), CHECK_MS);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The addresses to choose from, from now on. */
  async use(servers: readonly string[]): Promise<void> {
    this.#servers = servers;
    await this.#check();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #check(): Promise<void> {
    const states = await Promise.all(this.#servers.map(isHealthy));
    this.#healthy = this.#servers.filter((_, index) => states[index]);
  }

  #next(): URL | undefined {
    const address = this.#healthy[this.#turn++ % Math.max(1, this.#healthy.length)];
    return address === undefined ? undefined : new URL(address);
  }

  #pass(request: http.IncomingMessage, response: http.ServerResponse): void {
    const target = this.#next();
    const fail = () => {
      if (!response.headersSent) response.writeHead(502);
      response.destroy();
    };
    if (!target) return void response.writeHead(503).end();
    const { method, url: path, headers } = request;
    const options = { host: target.hostname, port: target.port, method, path, headers };
    const passed = http.request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', fail).pipe(response);
    });
    passed.on('error', fail);
    request.on('error', fail).pipe(passed);
    response.on('close', () => passed.destroy());
  }

  #passSocket({ method, url, rawHeaders }: http.IncomingMessage, near: Socket, head: Buffer): void {
    const target = this.#next();
    if (!target) return void near.destroy();
    const far = connect(Number(target.port), target.hostname, () => {
      const headers: string[] = [];
      for (let at = 0; at < rawHeaders.length; at += 2) {
        headers.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
      }
      far.write(`${method} ${url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      far.write(head);
      near.pipe(far).pipe(near);
    });
    for (const socket of [near, far]) {
      socket.on('error', () => undefined).on('close', () => [near, far].map((it) => it.destroy()));
    }
  }
}

function isHealthy(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000);
  return fetch(`${address}/health`, { signal }).then(
    (answer) => answer.ok,
    () => false,
  );
}
