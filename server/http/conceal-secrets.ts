/** What a secret looks like wherever it turns up: in a message of PostgreSQL, in an address, in a header. */
const SECRETS: readonly [pattern: RegExp, instead: string][] = [
  // Signed tokens: sessions, links to files, keys of a Supabase project.
  [/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\bchl(?:_|%5f)pat(?:_|%5f)[0-9A-Za-z]{8}(?:_|%5f)[0-9A-Za-z]+/gi, '[token]'],
  [/\bsb_secret_[\w-]+/g, '[key]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [token]'],
  [/\$(argon2\w*|2[aby])\$[\w./$=,+-]*[\w./$=]/g, '[hash]'],
  // postgres://user:password@host and its like
  [/(\w:\/\/[^\s:@/"]*):[^\s@/"]+@/g, '$1:[password]@'],
];
const PARAMETER = /([?&#]([\w-]+)=)[^\s&"'\\]+/g;
const SECRET_NAME = /token|^(?:apikey|code|state|secret|password|x-amz-\w+|signature)$/i;

/** Takes secrets out of a text that is about to be written where people and machines read along. */
export function concealSecrets(text: string): string {
  const shown = SECRETS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
  return shown.replace(PARAMETER, (all, start: string, name: string) =>
    SECRET_NAME.test(name) ? `${start}[secret]` : all,
  );
}
