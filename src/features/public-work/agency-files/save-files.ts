import type { MadeFile } from '@/features/public-work/report/files/made-file';
import { downloadFile } from '@/lib/files/download';
import { loadCode } from '@/lib/load-code';

/** One file as it is, several as a ZIP: browsers ask about the second download of a press. */
export async function saveFiles(files: readonly MadeFile[]): Promise<void> {
  const [first] = files;
  if (!first) return;
  if (files.length === 1) {
    downloadFile(first.name, first.type, first.content);
    return;
  }
  const { strToU8, zipSync } = await loadCode(() => import('fflate'));
  const parts = files.map(({ name, content }) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  const zip = zipSync(Object.fromEntries(parts)) as Uint8Array<ArrayBuffer>;
  downloadFile(`${first.name.replace(/_1of\d+\.\w+$/, '')}.zip`, 'application/zip', zip);
}
