import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export interface FoundPattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

interface Found {
  readonly patterns: FoundPattern[];
  /** Made of what only a running server knows. */
  readonly unknown: string[];
}

type Constants = ReadonlyMap<string, ts.Expression>;

/** Every regular expression that the sources of a folder write down or make. */
export function patternsOf(folder: string): Found {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const found: Found = { patterns: [], unknown: [] };
  for (const file of files.sort()) read(folder, file, found);
  return found;
}

function read(folder: string, file: string, { patterns, unknown }: Found): void {
  const text = readFileSync(path.join(folder, file), 'utf8');
  if (!/RegExp|\//.test(text)) return;
  const program = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const constants = new Map<string, ts.Expression>();
  visit(program, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      constants.set(node.name.text, node.initializer);
    }
  });
  visit(program, (node) => {
    if (ts.isRegularExpressionLiteral(node)) patterns.push({ file, ...partsOf(node) });
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return;
    if (!ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp') return;
    const [source, flags = ''] = (node.arguments ?? []).map((each) => textOf(each, constants));
    if (source === undefined) unknown.push(file);
    else patterns.push({ file, source, flags });
  });
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (each) => visit(each, see));
}

function partsOf({ text }: ts.RegularExpressionLiteral): Pick<FoundPattern, 'source' | 'flags'> {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

/** A text as it is written down, with the constants of its file. */
function textOf(node: ts.Expression, constants: Constants): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return partsOf(node).source;
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') {
    return textOf(node.expression, constants);
  }
  if (ts.isIdentifier(node)) {
    const meant = constants.get(node.text);
    return meant && textOf(meant, constants);
  }
  if (ts.isTaggedTemplateExpression(node)) return textOfTemplate(node.template, constants, true);
  return ts.isTemplateExpression(node) ? textOfTemplate(node, constants, false) : undefined;
}

function textOfTemplate(
  template: ts.TemplateLiteral,
  constants: Constants,
  isRaw: boolean,
): string | undefined {
  const textIn = (part: ts.TemplateLiteralLikeNode) =>
    (isRaw ? part.rawText : undefined) ?? part.text;
  if (ts.isNoSubstitutionTemplateLiteral(template)) return textIn(template);
  let text = textIn(template.head);
  for (const { expression, literal } of template.templateSpans) {
    const value = textOf(expression, constants);
    if (value === undefined) return undefined;
    text += value + textIn(literal);
  }
  return text;
}
