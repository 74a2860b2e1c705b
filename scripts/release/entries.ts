import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

interface FileEntry {
  readonly source: string;
  readonly isProgram: boolean;
}
interface TextEntry {
  readonly text: string;
  readonly isProgram: boolean;
}
interface LinkEntry {
  readonly link: string;
}
/** An empty folder, for whom it is needed. */
interface FolderEntry {
  readonly mode: number;
  readonly owner: number;
}

/** The entry at a path of the archive. */
export type Entry = FileEntry | TextEntry | LinkEntry | FolderEntry;
export type Entries = Map<string, Entry>;

export function fileEntry(source: string): Entry {
  const status = lstatSync(source);
  if (status.isSymbolicLink()) return { link: readlinkSync(source) };
  return { source, isProgram: (status.mode & 0o100) !== 0 };
}

/** All files below `folder`, under `target`; folders of nested packages are asked for by themselves. */
export function addTree(
  entries: Entries,
  folder: string,
  target: string,
  isWanted: (name: string) => boolean = () => true,
): void {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const [source, name] = [path.join(folder, item.name), `${target}/${item.name}`];
    if (item.isDirectory()) {
      if (item.name !== 'node_modules') addTree(entries, source, name, isWanted);
    } else if (isWanted(name)) entries.set(name, fileEntry(source));
  }
}

export function contentOf(entry: FileEntry | TextEntry): Buffer {
  return 'text' in entry ? Buffer.from(entry.text) : readFileSync(entry.source);
}
