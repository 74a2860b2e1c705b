/** What a semicolon does not end: comments, texts, quoted names, bodies between dollar signs. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;/g;

/** The statements of a file, each with the comment lines above it and its semicolon. */
export function splitSql(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  for (const match of text.matchAll(OPAQUE)) {
    if (match[0] !== ';' || isInsideBody(text.slice(start, match.index))) continue;
    statements.push(text.slice(start, match.index + 1).trim());
    start = match.index + 1;
  }
  const rest = text.slice(start).trim();
  return withoutComments(rest) === '' ? statements : [...statements, rest];
}

/** `begin atomic … end`: a body of SQL that is not between dollar signs. */
function isInsideBody(statement: string): boolean {
  return /\bbegin atomic\b/i.test(statement) && !/\bend\s*$/i.test(statement);
}

export function withoutComments(statement: string): string {
  return statement
    .replace(OPAQUE, (token) => (/^(--|\/\*)/.test(token) ? '' : token))
    .replace(/\s+/g, ' ')
    .trim();
}
