import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Each of them tries again and says in its own place that something is missing; what uses a late part itself, where it is used. */
const HELPERS = ['late', 'lateDialog', 'screen', 'loadCode', 'keepTrying', 'createLatePart'];
/** A punch does not wait for code before it is written down; what sends it may come later. */
const QUEUE = /entities\/offline\/(?!offline-work|send-events|say-what-left-companies-get)/;

interface LateImport {
  readonly place: string;
  readonly module: string;
  readonly helper: string | undefined;
}

function helperAround(node: ts.Node): string | undefined {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    if (!ts.isCallExpression(at) || !ts.isIdentifier(at.expression)) continue;
    if (HELPERS.includes(at.expression.text)) return at.expression.text;
  }
  return undefined;
}

/** `const load = () => import('…')` counts as what it is handed to. */
function helperOfName(node: ts.Node, text: string): string | undefined {
  const arrow = node.parent;
  const declaration = arrow?.parent;
  if (!ts.isArrowFunction(arrow) || !ts.isVariableDeclaration(declaration)) return undefined;
  const name = declaration.name.getText();
  return HELPERS.find((helper) => new RegExp(`\\b${helper}\\(\\s*${name}\\b`).test(text));
}

function lateImports(file: string): LateImport[] {
  const text = readFileSync(file, 'utf8');
  if (!text.includes('import(')) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: LateImport[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const { line } = source.getLineAndCharacterOfPosition(node.pos);
      found.push({
        place: `${file}:${line + 1}`,
        module: node.arguments[0]?.getText() ?? '',
        helper: helperAround(node) ?? helperOfName(node, text),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = globSync('src/**/*.{ts,tsx}').filter(
  (file) => !file.startsWith('src/testing/') && !/\.test\.tsx?$/.test(file),
);
const imports = files.flatMap(lateImports);

test('every late import can be tried again and has a place to say that it is missing', () => {
  expect(imports.length).toBeGreaterThan(80);
  expect(imports.filter(({ helper }) => !helper)).toEqual([]);
});

test('React’s own `lazy`, whose failure takes the screen, is not used', () => {
  const users = files.filter((file) =>
    /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(readFileSync(file, 'utf8')),
  );
  expect(users).toEqual([]);
});

test('the queue of what is not sent yet is in the first load', () => {
  expect(imports.filter(({ module }) => QUEUE.test(module))).toEqual([]);
});
