import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';

/** What the browser tells a screen reader about one element (CDP `Accessibility.AXNode`, the part read here). */
interface Spoken {
  nodeId: string;
  parentId?: string;
  childIds?: string[];
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
  properties?: { name: string; value: { value?: unknown } }[];
}

const INTERACTIVE = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
]);
/** Of these, two with one name cannot be told apart in a list of controls. */
const LISTED = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'searchbox',
  'switch',
  'textbox',
]);
/** With a name of their own they say where a control is. */
const PLACES = new Set([
  'alertdialog',
  'dialog',
  'form',
  'group',
  'navigation',
  'radiogroup',
  'region',
]);
const ROWS = new Set(['article', 'listitem', 'row']);
const IMAGES = new Set(['image', 'img']);
/** An id, or signs alone. */
const RAW = /[0-9a-f]{8}-[0-9a-f]{4}-|^[^\p{L}\p{N}]+$/u;

type Texts = { [key: string]: string | Texts };

const keysOf = (texts: Texts, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );

/** Shown where a text is missing: `action.save` or `common:action.save`. */
const TRANSLATION_KEYS = new Set(
  globSync(path.join(import.meta.dirname, '../../src/locales/en/*.json')).flatMap((file) =>
    keysOf(JSON.parse(readFileSync(file, 'utf8')) as Texts)
      .filter((key) => key.includes('.'))
      .flatMap((key) => [key, `${path.basename(file, '.json')}:${key}`]),
  ),
);

const roleOf = (node: Spoken): string => node.role?.value ?? '';
const nameOf = (node: Spoken): string => (node.name?.value ?? '').trim();
const propertyOf = (node: Spoken, name: string): unknown =>
  node.properties?.find((property) => property.name === name)?.value.value;

/** What is shown has names a screen reader can say, headings and landmarks to move by, and a place for news. */
export async function expectSpoken(page: Page, where: string): Promise<void> {
  expect(await unspoken(page), `${where}, as a screen reader has it`).toEqual([]);
}

export async function unspoken(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Spoken[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const shown = inReadingOrder(byId, nodes[0]).filter((node) => !node.ignored);
  return [
    ...withoutName(shown),
    ...alike(shown, byId),
    ...skippedHeadings(shown),
    ...landmarks(shown),
  ];
}

/** As it is read aloud; the browser lists it level by level. */
function inReadingOrder(byId: ReadonlyMap<string, Spoken>, node: Spoken | undefined): Spoken[] {
  if (!node) return [];
  return [node, ...(node.childIds ?? []).flatMap((id) => inReadingOrder(byId, byId.get(id)))];
}

function withoutName(nodes: readonly Spoken[]): string[] {
  return nodes.flatMap((node) => {
    const [role, name] = [roleOf(node), nameOf(node)];
    if (!INTERACTIVE.has(role) && !IMAGES.has(role)) return [];
    if (name === '') return [`${role} without a name`];
    return RAW.test(name) || TRANSLATION_KEYS.has(name) ? [`${role} is called "${name}"`] : [];
  });
}

/**
 * Controls of one kind and name in the same place below one heading. Not links to the same address, figures that
 * their row and column explain, and one that a page and its empty list both offer.
 */
function alike(nodes: readonly Spoken[], byId: ReadonlyMap<string, Spoken>): string[] {
  const found = new Map<string, Map<string, boolean>>();
  let heading = '';
  for (const node of nodes) {
    const role = roleOf(node);
    if (role === 'heading') heading = nameOf(node);
    if (!LISTED.has(role) || !/\p{L}/u.test(nameOf(node))) continue;
    const spoken = [nameOf(node), node.description?.value].filter(Boolean).join(', ');
    const key = `${role} "${spoken}" in ${placeOf(node, byId)}, below "${heading}"`;
    const target = role === 'link' ? String(propertyOf(node, 'url')) : node.nodeId;
    const targets = found.get(key) ?? new Map<string, boolean>();
    found.set(key, targets.set(target, isInRow(node, byId)));
  }
  return [...found].flatMap(([key, targets]) =>
    targets.size > 2 || (targets.size === 2 && [...targets.values()].every(Boolean))
      ? [`${targets.size} times ${key}`]
      : [],
  );
}

function isInRow(node: Spoken, byId: ReadonlyMap<string, Spoken>): boolean {
  const parent = byId.get(node.parentId ?? '');
  return parent !== undefined && (ROWS.has(roleOf(parent)) || isInRow(parent, byId));
}

function placeOf(node: Spoken, byId: ReadonlyMap<string, Spoken>): string {
  const parent = byId.get(node.parentId ?? '');
  if (!parent) return 'the page';
  const name = nameOf(parent);
  return PLACES.has(roleOf(parent)) && name !== '' ? name : placeOf(parent, byId);
}

function skippedHeadings(nodes: readonly Spoken[]): string[] {
  const headings = nodes.filter((node) => roleOf(node) === 'heading');
  const levels = headings.map((node) => Number(propertyOf(node, 'level')));
  return levels.flatMap((level, index) => {
    const before = levels[index - 1] ?? level;
    const name = nameOf(headings[index] as Spoken);
    if (name === '') return ['heading without text'];
    return level > before + 1 ? [`heading "${name}" goes from level ${before} to ${level}`] : [];
  });
}

function landmarks(nodes: readonly Spoken[]): string[] {
  // While a dialog is open the rest of the page is hidden from everyone.
  const isCovered = nodes.some((node) => /^(alert)?dialog$/.test(roleOf(node)));
  const count = (role: string): number => nodes.filter((node) => roleOf(node) === role).length;
  const isLive = nodes.some((node) =>
    ['polite', 'assertive'].includes(String(propertyOf(node, 'live'))),
  );
  const navigations = nodes.filter((node) => roleOf(node) === 'navigation').map(nameOf);
  return [
    ...(isCovered || count('main') === 1 ? [] : [`${count('main')} main landmarks`]),
    ...(isLive ? [] : ['no live region']),
    ...(new Set(navigations).size === navigations.length ? [] : ['navigations of the same name']),
  ];
}
