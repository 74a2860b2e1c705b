// Makes verify.html, one file with everything in it; used by vite.config.ts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const SOURCE = path.join(import.meta.dirname, '../src');
const NAME = 'verify.html';

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: path.join(SOURCE, 'verify/main.ts'),
        output: { format: 'iife' },
      },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  // Inside of a page, this would end the script.
  return output[0].code.trim().replaceAll('</script', '<\\/script');
}

function styles(): string {
  return ['styles/tokens.css', 'verify/verify.css']
    .map((file) => readFileSync(path.join(SOURCE, file), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The same bytes from the same sources: it is part of what packets list. */
export async function verifierPage(): Promise<string> {
  const script = await bundle();
  const style = styles();
  // Nothing from anywhere: the page could not send a file away if it wanted to.
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    ...["base-uri 'none'", "form-action 'none'"],
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<title>Check a record · Chalkline</title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<noscript>Chalkline needs JavaScript. / Chalkline necesita JavaScript.</noscript>',
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

export function verifier(): Plugin {
  return {
    name: 'verifier',
    configureServer(server) {
      server.middlewares.use(`/${NAME}`, async (_request, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(await verifierPage());
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: await verifierPage() });
    },
  };
}
