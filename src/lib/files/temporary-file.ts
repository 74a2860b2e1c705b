/** Takes a large file piece by piece; memory stays flat where the browser has files of its own. */
export interface TemporaryFile {
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(): Promise<Blob>;
}

async function onDisk(name: string): Promise<TemporaryFile> {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  return {
    write: (piece) => stream.write(piece),
    finish: async () => {
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
