import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestHex } from '@/entities/evidence/digest';
import { merklePath, merkleRoot, rootFromPath } from '@/entities/evidence/merkle-tree';

const entries = (size: number, from = 1) => ({
  from,
  hashes: Array.from({ length: size }, (_, index) => digestHex(`event ${index}`)),
});

const sha = (...parts: (string | Buffer)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

test('three entries, by hand', () => {
  const { hashes } = entries(3);
  const [a, b, c] = hashes.map((hash, index) => sha('\0', `${index + 1} ${hash}`));
  if (!a || !b || !c) throw new Error('no leaves');
  const root = sha('\x01', sha('\x01', a, b), c);
  expect(merkleRoot(entries(3))).toBe(root.toString('hex'));
  expect(merklePath(entries(3), 2)).toEqual([a.toString('hex'), c.toString('hex')]);
  expect(merklePath(entries(3), 3)).toEqual([sha('\x01', a, b).toString('hex')]);
});

test.each([1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33])('each of %i entries leads to the root', (size) => {
  const all = entries(size, 100);
  const root = merkleRoot(all);
  const range = { from: 100, to: 99 + size };
  for (const [index, hash] of all.hashes.entries()) {
    const position = 100 + index;
    const path = merklePath(all, position);
    expect(rootFromPath({ position, hash, path }, range)).toBe(root);
    expect(rootFromPath({ position, hash: digestHex('other'), path }, range)).not.toBe(root);
    expect(rootFromPath({ position: position + 1, hash, path }, range)).not.toBe(root);
    expect(rootFromPath({ position, hash, path: [...path, root] }, range)).not.toBe(root);
    expect(rootFromPath({ position, hash, path: path.slice(1) }, range)).not.toBe(
      size === 1 ? null : root,
    );
  }
});
