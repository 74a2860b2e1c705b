// The checker and a second one in Python, which knows nothing but docs/evidence.md, judge the same packets.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkEvidence } from '../src/entities/evidence/check/check-evidence.ts';
import type { Problem } from '../src/entities/evidence/check/problem.ts';
import { type Tampered, tamper } from '../testing/evidence/tamper.ts';
import { packetParts, testPacket } from '../testing/evidence/test-packet.ts';
import { Random } from '../testing/random.ts';
import { repeats } from '../testing/test-length.ts';
import { findPython } from './find-python.ts';

const FORGERIES = repeats(1_000, 200);
const SECOND = path.join(import.meta.dirname, '../testing/evidence/verify.py');

interface Answer {
  readonly fits: boolean;
  readonly kind: string | null;
  readonly where: string | number | null;
}

let folder: string;
let second: { ask: (question: object) => Promise<Answer>; end: () => void };

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'evidence-'));
  const python = spawn(await findPython(), [SECOND, '--list'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  second = {
    async ask(question) {
      python.stdin.write(`${JSON.stringify(question)}\n`);
      return JSON.parse((await lines.next()).value ?? '');
    },
    end: () => python.stdin.end(),
  };
});
afterAll(() => {
  second?.end();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, content: Uint8Array | string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** In the file or at the position that both name. */
const PLACED_BY_FILE: readonly string[] = ['drawing', 'photo', 'manifest'];
function whereOf({ kind, file, position }: Problem): string | number | null {
  if (kind === 'event_line') return `${file}:${position}`;
  if (PLACED_BY_FILE.includes(kind) || position === undefined) return file ?? null;
  return position;
}
const UNPLACED: readonly string[] = ['container', 'keys', 'unreadable'];

async function first(tampered: Omit<Tampered, 'how'>): Promise<Answer> {
  const { bytes, keys = [], roots = [] } = tampered;
  const files = [bytes, ...roots.map((root) => JSON.stringify(root))].map((content, index) => ({
    ...{ name: `file-${index}`, content: new Blob([content as Uint8Array<ArrayBuffer>]) },
  }));
  const results = await checkEvidence(files, { fingerprints: keys });
  const problem = results.find((result) => result.problem)?.problem ?? null;
  const where = problem && !UNPLACED.includes(problem.kind) ? whereOf(problem) : null;
  return { fits: problem === null, kind: problem?.kind ?? null, where };
}

async function other(number: number, { bytes, keys = [], roots = [] }: Omit<Tampered, 'how'>) {
  const paths = roots.map((root, index) => write(`root-${index}.json`, JSON.stringify(root)));
  const file = write(`${number % 8}.zip`, bytes);
  const { fits, kind, where } = await second.ask({ file, keys, roots: paths });
  return { fits, kind, where: kind && UNPLACED.includes(kind) ? null : where };
}

test('what nobody changed fits, also beside the keys and roots its reader knows', async () => {
  for (let number = 0; number < 3; number += 1) {
    const parts = packetParts();
    const fine = {
      bytes: testPacket(parts),
      keys: [parts.keys[number % 2]?.line.fingerprint.toUpperCase() ?? ''],
      roots: [parts.roots[number]],
    };
    expect(await first(fine)).toEqual({ fits: true, kind: null, where: null });
    expect(await other(number, fine)).toEqual({ fits: true, kind: null, where: null });
  }
});

test(`${FORGERIES} forged packets: every one is found, by both, for the same reason`, async () => {
  const parts = packetParts();
  const zip = testPacket(parts);
  const random = new Random(46);
  const kinds = new Map<string, number>();
  for (let number = 0; number < FORGERIES; number += 1) {
    const forged = tamper(parts, zip, random);
    const [found, foundByOther] = await Promise.all([first(forged), other(number, forged)]);
    expect({ number, how: forged.how, ...found }).toMatchObject({ fits: false });
    expect({ number, how: forged.how, ...foundByOther }).toEqual({
      number,
      how: forged.how,
      ...found,
    });
    kinds.set(found.kind ?? '', (kinds.get(found.kind ?? '') ?? 0) + 1);
  }
  // Forgeries of every sort, not one a thousand times.
  expect(kinds.size).toBeGreaterThan(Math.min(20, FORGERIES / 20));
});
