// Runs after every installation. Mends what a dependency's newest version still has wrong and we cannot
// live with; docs/decisions/008-mended-driver.md says what and until when.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const file = join(root, 'node_modules/postgres/src/connection.js');

const MENDS = [
  // A write put off to the next turn, while the connection closed: ended the process.
  [
    '    const x = socket.write(chunk, fn)\n',
    "    if (socket === null) {\n      chunk = nextWriteTimer = null\n      error(Errors.connection('CONNECTION_CLOSED', options))\n      return false\n    }\n    const x = socket.write(chunk, fn)\n",
  ],
  // A closed connection that took its unsent bytes along: nothing was ever sent on it again.
  [
    '    clearImmediate(nextWriteTimer)\n',
    '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
  ],
];

let source = readFileSync(file, 'utf8');
for (const [found, mended] of MENDS) {
  if (source.includes(mended)) continue;
  if (!source.includes(found)) {
    throw new Error(`${file} has changed. Read docs/decisions/008-mended-driver.md.`);
  }
  source = source.replaceAll(found, mended);
}
writeFileSync(file, source);
