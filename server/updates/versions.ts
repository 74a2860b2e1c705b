const VERSION =
  /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-([0-9A-Za-z.-]{1,60}))?(?:\+[0-9A-Za-z.-]*)?$/;

/** `v1.2.3`, `1.2.3` or `1.2.3-rc.1` without the v and without build metadata; otherwise undefined. */
export function parseVersion(text: string): string | undefined {
  const [, major, minor, patch, pre] = VERSION.exec(text.trim()) ?? [];
  if (major === undefined) return undefined;
  return [`${Number(major)}.${Number(minor)}.${Number(patch)}`, ...(pre ? [pre] : [])].join('-');
}

export function isPrerelease(version: string): boolean {
  return version.includes('-');
}

/** By the rules of semver.org: a version with a suffix comes before the one without. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [split(one), split(other)];
  for (let index = 0; index < 3; index++) {
    const difference = (first.numbers[index] ?? 0) - (second.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePrereleases(first.suffix, second.suffix);
}

function split(version: string): { readonly numbers: readonly number[]; readonly suffix: string } {
  const [numbers = '', ...suffix] = version.split('-');
  return { numbers: numbers.split('.').map(Number), suffix: suffix.join('-') };
}

function comparePrereleases(one: string, other: string): number {
  if (one === other) return 0;
  if (one === '' || other === '') return one === '' ? 1 : -1;
  const [first, second] = [one.split('.'), other.split('.')];
  for (let index = 0; index < Math.max(first.length, second.length); index++) {
    const difference = compareIdentifiers(first[index], second[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareIdentifiers(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined)
    return one === other ? 0 : one === undefined ? -1 : 1;
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}
