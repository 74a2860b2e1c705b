import { decodeUtf8, parseJson } from './read-values.ts';
import type { FoundFile } from './zip-pass.ts';

/** The files of a packet, for the checks that read them. */
export interface PacketContents {
  readonly files: ReadonlyMap<string, FoundFile>;
  /** Null where there is none, or it is no UTF-8. */
  readonly text: (name: string) => Promise<string | null>;
  /** Undefined where it is no JSON. */
  readonly json: (name: string) => Promise<unknown>;
  /** Line by line, without the line ends; null for one that is no UTF-8. */
  readonly lines: (name: string) => AsyncGenerator<string | null>;
}

export function packetContents(blob: Blob, files: ReadonlyMap<string, FoundFile>): PacketContents {
  const part = (name: string): Blob | undefined => {
    const entry = files.get(name)?.entry;
    return entry && blob.slice(entry.start, entry.start + entry.size);
  };
  const text = async (name: string): Promise<string | null> => {
    const bytes = await part(name)?.arrayBuffer();
    return bytes ? decodeUtf8(new Uint8Array(bytes)) : null;
  };
  return {
    files,
    text,
    json: async (name) => parseJson((await text(name)) ?? ''),
    async *lines(name) {
      for await (const line of linesOf(part(name))) yield decodeUtf8(line);
    },
  };
}

const LINE_END = 10;

async function* linesOf(blob: Blob | undefined): AsyncGenerator<Uint8Array> {
  const reader = blob?.stream().getReader();
  let parts: Uint8Array[] = [];
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !value) break;
    let from = 0;
    for (let end = value.indexOf(LINE_END); end >= 0; end = value.indexOf(LINE_END, from)) {
      yield joined([...parts, value.subarray(from, end)]);
      parts = [];
      from = end + 1;
    }
    parts.push(value.slice(from));
  }
  const rest = joined(parts);
  if (rest.length > 0) yield rest;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
