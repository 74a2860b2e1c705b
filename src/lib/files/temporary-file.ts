/** Takes a large file piece by piece; memory stays flat where the browser has files of its own. */
export interface TemporaryFile {
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(): Promise<Blob>;
}

/** Each write asks another process of the browser: gathered, half a gigabyte are 500 instead of 10,000. */
const WRITE_BYTES = 1024 * 1024;

/** Gives `write` large pieces instead of many small ones. */
export function gathered(write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>) {
  const buffer = new Uint8Array(WRITE_BYTES);
  let filled = 0;
  const flush = async (): Promise<void> => {
    if (filled === 0) return;
    // It is filled again once it is written.
    await write(buffer.subarray(0, filled));
    filled = 0;
  };
  return {
    flush,
    async add(piece: Uint8Array<ArrayBuffer>): Promise<void> {
      if (filled + piece.length > WRITE_BYTES) await flush();
      if (piece.length > WRITE_BYTES) return write(piece);
      buffer.set(piece, filled);
      filled += piece.length;
    },
  };
}

async function onDisk(name: string): Promise<TemporaryFile> {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  const writes = gathered((bytes) => stream.write(bytes));
  return {
    write: writes.add,
    finish: async () => {
      await writes.flush();
      await stream.close();
      return handle.getFile();
    },
  };
}

function inMemory(): TemporaryFile {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  return {
    write: async (piece) => {
      pieces.push(piece);
    },
    finish: async () => new Blob(pieces),
  };
}

/** Another one of the same name takes its place. */
export const temporaryFile = (name: string): Promise<TemporaryFile> =>
  onDisk(name).catch(() => inMemory());
