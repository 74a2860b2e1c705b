// `node bench/file-transfer.ts [--megabytes 1024] [--form]`: one large file up and down, against a plain
// copy of the same file on the same disk in the same run. Prints rates and the server's extra memory.
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { copyFile, mkdtemp, open } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type BenchEnvironment, startEnvironment } from './environment.ts';
import { serverCpuSeconds, serverMebibytes } from './processes.ts';

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '1024' },
    form: { type: 'boolean', default: false },
  },
});
const MEBIBYTE = 1024 * 1024;
const megabytes = Number(values.megabytes);
const BOUNDARY = 'bench-boundary';
const directory = await mkdtemp(path.join(tmpdir(), 'chalkline-files-'));
const environment = await startEnvironment();
try {
  const source = path.join(directory, 'source');
  await writeRandom(source);
  const copy = await measure(() => copyFile(source, path.join(directory, 'copy')));
  await send(
    'POST',
    '/storage/v1/bucket',
    { 'content-type': 'application/json' },
    '{"name":"bench"}',
  );
  const up = await measure(() => upload(source));
  const down = await measure(() => download());
  const again = await measure(() => copyFile(source, path.join(directory, 'copy-2')));
  const copyRate = (2 * megabytes) / (copy.seconds + again.seconds);
  console.log(`plain copy ${copyRate.toFixed(0)} MiB/s`);
  for (const [name, result] of Object.entries({ upload: up, download: down })) {
    const rate = megabytes / result.seconds;
    console.log(
      `${name.padEnd(10)} ${rate.toFixed(0)} MiB/s, ${(rate / copyRate).toFixed(2)} of a copy, ` +
        `${result.extraMebibytes.toFixed(0)} MiB extra memory, ` +
        `${result.serverSeconds.toFixed(1)} s of the server's processor`,
    );
  }
} finally {
  await environment.stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

async function writeRandom(file: string): Promise<void> {
  const handle = await open(file, 'w');
  const block = crypto.getRandomValues(new Uint8Array(65_536));
  const mebibyte = Buffer.concat(Array.from({ length: 16 }, () => block));
  for (let index = 0; index < megabytes; index++) await handle.write(mebibyte);
  await handle.sync();
  await handle.close();
}

async function measure(work: () => Promise<unknown>) {
  const before = serverMebibytes(environment.serverPid);
  let peak = before;
  const cpuBefore = serverCpuSeconds(environment.serverPid);
  const timer = setInterval(() => {
    peak = Math.max(peak, serverMebibytes(environment.serverPid));
  }, 20);
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  clearInterval(timer);
  const serverSeconds = serverCpuSeconds(environment.serverPid) - cpuBefore;
  return { seconds, extraMebibytes: peak - before, serverSeconds };
}

function upload(file: string): Promise<void> {
  const body = createReadStream(file, { highWaterMark: MEBIBYTE });
  if (!values.form) {
    const headers = {
      'content-type': 'application/octet-stream',
      'content-length': String(megabytes * MEBIBYTE),
    };
    return send('POST', '/storage/v1/object/bench/large.bin', headers, body);
  }
  async function* form() {
    yield `--${BOUNDARY}\r\nContent-Disposition: form-data; name=""; filename="x"\r\n\r\n`;
    yield* body;
    yield `\r\n--${BOUNDARY}--\r\n`;
  }
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return send('POST', '/storage/v1/object/bench/large.bin', headers, form());
}

function download(): Promise<void> {
  const target = path.join(directory, 'downloaded');
  return new Promise((resolve, reject) => {
    http
      .get(
        address('/storage/v1/object/bench/large.bin'),
        { headers: keys(environment) },
        (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`HTTP ${answer.statusCode}`));
          pipeline(answer, createWriteStream(target, { highWaterMark: MEBIBYTE })).then(
            resolve,
            reject,
          );
        },
      )
      .on('error', reject);
  });
}

function send(
  method: string,
  pathname: string,
  headers: Record<string, string>,
  body: AsyncIterable<string | Buffer> | string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      address(pathname),
      { method, headers: { ...keys(environment), ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(text || `${answer.statusCode}`)),
        );
      },
    );
    request.on('error', reject);
    pipeline(typeof body === 'string' ? [body] : body, request).catch(reject);
  });
}

function address(pathname: string): string {
  return environment.url + pathname;
}

function keys({ serviceKey }: BenchEnvironment): Record<string, string> {
  return { apikey: serviceKey, authorization: `Bearer ${serviceKey}` };
}
