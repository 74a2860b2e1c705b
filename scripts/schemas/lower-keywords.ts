const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\b[A-Z]{2,}\b/g;

/** What the catalog prints, as this project writes SQL. Texts and quoted names stay as they are. */
export function lowerKeywords(sql: string): string {
  return sql
    .replace(TOKENS, (token) => (/^['"]/.test(token) ? token : token.toLowerCase()))
    .replace(/\( select ([\w.]+\(\)) as \w+\)/g, '(select $1)')
    .replace(/= \(\(select ([\w.]+\(\))\)\)/g, '= (select $1)')
    .replaceAll('timestamp with time zone', 'timestamptz');
}

/** Only up to the language: what follows is somebody's text, unless the catalog prints that too. */
export function lowerHead(sql: string): string {
  if (!/ as \$(function)?\$/.test(sql)) return lowerKeywords(sql);
  const end = sql.indexOf('\nlanguage ');
  return end < 0 ? sql : lowerKeywords(sql.slice(0, end)) + sql.slice(end);
}
