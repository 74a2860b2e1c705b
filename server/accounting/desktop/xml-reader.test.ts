import { describe, expect, test } from 'vitest';
import { readXml, textAt, XmlError } from './xml-reader.ts';
import { escapeXml, textTag } from './xml-writer.ts';

test('reads elements, attributes, entities, CDATA and namespaces', () => {
  const root = readXml(
    `\uFEFF<?xml version="1.0"?><!-- one --><a:Root xmlns:a="urn:a" x='1 &lt; 2'><Name>Pe&#xF1;a &amp; Sons</Name><b xmlns="urn:b"><![CDATA[<raw>]]></b></a:Root>\n`,
  );
  expect(root).toMatchObject({ name: 'Root', namespace: 'urn:a' });
  expect(root.attributes.get('x')).toBe('1 < 2');
  expect(textAt(root, 'Name')).toBe('Peña & Sons');
  expect(root.children[1]).toMatchObject({ namespace: 'urn:b', text: '<raw>' });
});

test('what is written is read back', () => {
  for (const text of [`"O'Neil" <b> & Co`, 'a\tb\nc', '🧱 Öl', ']]>', '&#0;', 'x\u0000y\uFFFEz']) {
    expect(readXml(textTag('t', text)).text).toBe(text.replace(/[\0\uFFFE]/g, ''));
  }
  expect(escapeXml('\uD800')).toBe('');
});

describe('refuses', () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>';
  test.each([
    ['a document type', bomb],
    ['an outside entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a bare ampersand', '<a>R & D</a>'],
    ['a forbidden character', '<a>&#0;</a>'],
    ['a wrong end', '<a><b></a></b>'],
    ['a missing end', '<a><b></b>'],
    ['two roots', '<a/><b/>'],
    ['text outside', '<a/>x'],
    ['an attribute twice', '<a x="1" x="2"/>'],
    ['an attribute without quotes', '<a x=1/>'],
    ['a prefix without meaning', '<s:a/>'],
    ['nothing', ''],
    ['too deep', '<a>'.repeat(40) + '</a>'.repeat(40)],
    ['a comment without end', '<a><!-- </a>'],
  ])('%s', (_what, text) => {
    expect(() => readXml(text)).toThrow(XmlError);
  });
});

test('time grows with the length, whatever is in it', () => {
  const hostile = ['<'.repeat(200_000), '<a '.repeat(70_000), `<a ${'x="1" '.repeat(40_000)}`];
  for (const text of [...hostile, `<!--${'-'.repeat(200_000)}`, `<?${'?'.repeat(200_000)}`]) {
    expect(() => readXml(text)).toThrow(XmlError);
  }
});
