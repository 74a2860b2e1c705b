import { createHash } from 'node:crypto';
import http from 'node:http';
import { freePort } from '../server/http/free-port.ts';

interface FakeS3 {
  /** As S3_URL takes it. */
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** Multipart uploads begun and neither completed nor aborted, by id. */
  readonly uploads: Map<string, { key: string; parts: Map<number, Buffer> }>;
  /** Answers given to the next requests instead of serving them. */
  readonly failures: number[];
  stop(): Promise<void>;
}

const BUCKET = 'files';
const PAGE = 2;

/** Enough of the S3 protocol, in memory, to hold our client to it. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map();
  const uploads: FakeS3['uploads'] = new Map();
  const failures: number[] = [];
  let uploadCount = 0;

  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const answer = (status: number, content: string | Buffer = '', headers = {}) =>
      response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : content);
    const failure = failures.shift();
    if (failure !== undefined) return answer(failure, '<Error><Code>SlowDown</Code></Error>');
    const url = new URL(request.url ?? '', 'http://s3');
    const refusal = refuse(request, url, body);
    if (refusal) return answer(403, `<Error><Code>${refusal}</Code></Error>`);
    const key = decodeURIComponent(url.pathname.slice(`/${BUCKET}/`.length));
    const uploadId = url.searchParams.get('uploadId');
    const upload = uploads.get(uploadId ?? '');
    const call = `${request.method} ${uploadId ? 'upload' : key ? 'object' : 'bucket'}`;
    switch (call) {
      case 'PUT object': {
        const source = request.headers['x-amz-copy-source'];
        const copied = objects.get(decodeURI(String(source)).slice(`/${BUCKET}/`.length));
        if (source && !copied) return answer(404, '<Error><Code>NoSuchKey</Code></Error>');
        objects.set(key, copied ?? body);
        return answer(200, '<CopyObjectResult></CopyObjectResult>', { etag: tagOf(body) });
      }
      case 'PUT upload':
        if (!upload) return answer(404);
        upload.parts.set(Number(url.searchParams.get('partNumber')), body);
        return answer(200, '', { etag: tagOf(body) });
      case 'POST object': {
        const id = `upload-${++uploadCount}`;
        uploads.set(id, { key, parts: new Map() });
        return answer(200, `<X><UploadId>${id}</UploadId></X>`);
      }
      case 'POST upload': {
        if (!upload) return answer(404);
        const listed = [...body.toString().matchAll(/<ETag>(.*?)<\/ETag>/g)].map(([, tag]) => tag);
        const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part);
        if (listed.join() !== parts.map(tagOf).join() || parts.slice(0, -1).some(isTooSmall)) {
          return answer(400, '<Error><Code>InvalidPart</Code></Error>');
        }
        objects.set(key, Buffer.concat(parts));
        uploads.delete(uploadId ?? '');
        return answer(200, '<CompleteMultipartUploadResult/>');
      }
      case 'GET object':
      case 'HEAD object': {
        const found = objects.get(key);
        if (!found) return answer(404);
        const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
        if (range) return answer(206, found.subarray(Number(range[1]), Number(range[2]) + 1));
        return answer(200, found, { 'content-length': found.length });
      }
      case 'DELETE object':
        objects.delete(key);
        return answer(204);
      case 'DELETE upload':
        uploads.delete(uploadId ?? '');
        return answer(204);
      case 'GET bucket':
        return answer(200, list(url.searchParams));
      default:
        return answer(405);
    }
  });

  function list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    if (query.has('uploads')) {
      return [...uploads]
        .filter(([, upload]) => upload.key.startsWith(prefix))
        .map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
        .join('');
    }
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const entries = keys.slice(0, PAGE).map(
      (key) => `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>
        <Size>${objects.get(key)?.length}</Size></Contents>`,
    );
    const next = keys.length > PAGE ? keys[PAGE - 1] : undefined;
    const more = next && `<NextContinuationToken>${next}</NextContinuationToken>`;
    return `<ListBucketResult>${entries.join('')}${more ?? ''}</ListBucketResult>`;
  }

  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://KEY:SECRET@127.0.0.1:${port}/${BUCKET}/here?region=eu-test-1`,
    objects,
    uploads,
    failures,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether it is signed at all and says truly what it carries; the signature has tests of its own. */
function refuse(request: http.IncomingMessage, url: URL, body: Buffer): string | undefined {
  const { authorization = '', 'x-amz-content-sha256': hash } = request.headers;
  if (!url.pathname.startsWith(`/${BUCKET}`)) return 'NoSuchBucket';
  if (!/^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/eu-test-1\/s3\/aws4_request/.test(authorization)) {
    return 'InvalidAccessKeyId';
  }
  const actual = createHash('sha256').update(body).digest('hex');
  return hash === actual ? undefined : 'XAmzContentSHA256Mismatch';
}

function tagOf(part: Buffer): string {
  return `"${createHash('md5').update(part).digest('hex')}"`;
}

function isTooSmall(part: Buffer): boolean {
  return part.length < 5 * 1024 * 1024;
}
