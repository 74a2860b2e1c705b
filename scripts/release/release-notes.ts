/** The part of the changelog about this version, for the page people download it from. */
export function releaseNotes(changelog: string, version: string): string {
  const parts = changelog.split(/^(?=## )/m);
  const part = parts.find((one) => one.split('\n', 1)[0] === `## ${version}`);
  if (part === undefined) throw new Error(`CHANGELOG.md has no heading "## ${version}"`);
  return `${part.split('\n').slice(1).join('\n').trim()}\n`;
}
