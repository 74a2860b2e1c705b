/** What a secret looks like wherever it turns up: in a message of PostgreSQL, in an address, in a header. */
const SECRETS: readonly [pattern: RegExp, instead: string][] = [
  // Signed tokens: sessions, links to files, keys of a Supabase project.
  [/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\bchl(_|%5f)pat\1[0-9A-Za-z]{8}\1[0-9A-Za-z]+/gi, '[token]'],
  [/\bsb_secret_[\w-]+/g, '[key]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [token]'],
  [/\$(argon2\w*|2[aby])\$[\w./$=,+-]*[\w./$=]/g, '[hash]'],
  // postgres://user:password@host and its like
  [/(\w:\/\/[^\s:@/"]*):[^\s@/"]+@/g, '$1:[password]@'],
  [
    /([?&#](?:\w*token\w*|apikey|code|state|secret|password|x-amz-\w+|signature)=)[^\s&"'\\]+/gi,
    '$1[secret]',
  ],
];

/** Takes secrets out of a text that is about to be written where people and machines read along. */
export function concealSecrets(text: string): string {
  return SECRETS.reduce((shown, [pattern, instead]) => shown.replace(pattern, instead), text);
}
