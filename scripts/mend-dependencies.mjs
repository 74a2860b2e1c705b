// Runs after every installation. Mends what a dependency's newest version still has wrong and we cannot
// live with; docs/decisions/008-mended-driver.md says what and until when.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const MENDS = {
  'node_modules/postgres/src/connection.js': [
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
    // A connection lost while the driver asks for types of its own: nobody heard of it, which ends a process.
    [
      '        return fetchArrayTypes()\n',
      '        return fetchArrayTypes().catch(() => undefined)\n',
    ],
    // A statement sent between the error and the close of a connection waited for ever, and took the
    // answer of the next one on that connection for its own.
    ['    !hadError && (query || sent.length) && error(', '    ;(query || sent.length) && error('],
    // The end of a copy that had stopped the socket to let its reader catch up: it was never read again.
    ['    stream && stream.push(null)\n', '    stream && stream.push(null)\n    socket.resume()\n'],
  ],
  // A transaction whose connection closed went on, and rolled back, on whatever used it next.
  'node_modules/postgres/src/index.js': [
    [
      '      , connection\n      , prepare = null\n',
      '      , connection\n      , held\n      , prepare = null\n',
    ],
    [
      '        : move(c, reserved)\n    }\n  }\n\n  function move(',
      '        : move(c, reserved)\n      held = c.reserved\n    }\n  }\n\n  function move(',
    ],
    [
      '        q.catch(e => uncaughtError || (uncaughtError = e))\n',
      "        q.catch(e => uncaughtError || (uncaughtError = e))\n        if (c.reserved !== held)\n          return q.reject(Errors.connection('CONNECTION_CLOSED', {}))\n",
    ],
  ],
};

for (const [name, mends] of Object.entries(MENDS)) {
  const file = join(root, name);
  let source = readFileSync(file, 'utf8');
  for (const [found, mended] of mends) {
    if (source.includes(mended)) continue;
    if (!source.includes(found)) {
      throw new Error(`${file} has changed. Read docs/decisions/008-mended-driver.md.`);
    }
    source = source.replaceAll(found, mended);
  }
  writeFileSync(file, source);
}
