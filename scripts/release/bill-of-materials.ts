import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Component {
  readonly name: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

/** The output of `npm sbom`, as far as it matters here. */
export interface CycloneDx {
  readonly metadata: { readonly component: object; readonly [field: string]: unknown };
  readonly components: readonly Component[];
  readonly dependencies?: readonly { readonly ref: string; readonly dependsOn?: string[] }[];
  readonly [field: string]: unknown;
}

export interface Program {
  readonly name: string;
  readonly version: string;
}

/** Of everything npm knows, what is in this archive, and the programs no package names. */
export function billOfMaterials(
  ofAll: CycloneDx,
  packed: ReadonlySet<string>,
  programs: readonly Program[],
  { name, version, builtAt }: { name: string; version: string; builtAt: Date },
): CycloneDx {
  const isPacked = (reference: string): boolean => packed.has(reference);
  const known = new Set(ofAll.components.map((one) => `${one.name}@${one.version}`));
  const unknown = [...packed].filter((reference) => !known.has(reference));
  if (unknown.length > 0) throw new Error(`npm sbom says nothing of ${unknown.join(', ')}`);
  const components = [
    ...ofAll.components.filter((one) => isPacked(`${one.name}@${one.version}`)),
    ...programs.map((one) => ({
      'bom-ref': `${one.name}@${one.version}`,
      type: 'application',
      ...one,
      purl: `pkg:generic/${one.name}@${one.version}`,
    })),
  ];
  const dependencies = (ofAll.dependencies ?? [])
    .filter(({ ref }) => isPacked(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isPacked) }));
  const metadata = {
    ...ofAll.metadata,
    timestamp: builtAt.toISOString(),
    component: { ...ofAll.metadata.component, name },
  };
  // npm's own is random; this is the same for the same content.
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify([name, version, components]))}`;
  return { ...ofAll, serialNumber, metadata, components, dependencies };
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Read from the files themselves: the programs may be of another processor. */
export function versionIn(file: string, pattern: RegExp): string {
  const version = pattern.exec(readFileSync(file, 'latin1'))?.[1];
  if (version === undefined) throw new Error(`${file} names no version (${pattern.source})`);
  return version;
}
