import { expect, test } from 'vitest';
import { readJsonFields, writeJsonFields } from './json-fields.ts';

test('Values stay as they are written', () => {
  const text =
    '{"id":9007199254740993,"n":1.50,"t":"a,\\"}{","o":{"x":[1,"]"]},"a":[{},2],"z":null}';
  const fields = readJsonFields(text);
  expect([...fields.keys()]).toEqual(['id', 'n', 't', 'o', 'a', 'z']);
  expect(fields.get('id')).toBe('9007199254740993');
  expect(fields.get('n')).toBe('1.50');
  expect(JSON.parse(fields.get('t') ?? '')).toBe('a,"}{');
  expect(fields.get('o')).toBe('{"x":[1,"]"]}');
  expect(writeJsonFields(fields)).toBe(text);
});

test('Space between fields and an empty object are fine', () => {
  expect([...readJsonFields('{ "a" : 1 , "b" : "x" }')]).toEqual([
    ['a', '1'],
    ['b', '"x"'],
  ]);
  expect(readJsonFields('{}').size).toBe(0);
});

test('Field names may hold anything', () => {
  const text = JSON.stringify({ 'we"ird,:{': 1, ünï: [] });
  expect(writeJsonFields(readJsonFields(text))).toBe(text);
});
