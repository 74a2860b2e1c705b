import { readSignedPayroll } from '@/entities/certified-payroll/certified-payroll';
import { type PacketFile, packetWriter } from '@/entities/evidence/packet-writer';
import { type PacketRange, readPacket } from '@/features/public-work/handoff/api/packet';
import { subcontractorFile } from '@/features/public-work/handoff/api/subcontractors';
import type { Packet } from '@/features/public-work/handoff/packet/packet';
import { packetFiles } from '@/features/public-work/handoff/packet/packet-files';
import { readMe } from '@/features/public-work/handoff/packet/read-me';
import { AppError } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { LANGUAGES } from '@/lib/languages';
import { loadCode } from '@/lib/load-code';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Asks for everything, makes the files one after the other and hands over one ZIP. */
export function useMakePacket(onProgress: (done: number, all: number) => void) {
  const { t } = useTranslation('handoff');
  return useWrite({
    send: async (range: PacketRange) => {
      const packet = await readPacket(range);
      if (packet.certified_payrolls.length === 0) throw new AppError('packet_empty');
      const zip = await zipPacket(packet, await makers(), onProgress);
      downloadFile(`audit-packet-${range.start}-${range.end}.zip`, 'application/zip', zip);
    },
    done: t('packet.done'),
    quiet: true,
  });
}

async function makers(): Promise<Parameters<typeof packetFiles>[1]> {
  const { wh347Pdf } = await loadCode(
    () => import('@/features/public-work/report/files/wh347-pdf'),
  );
  return {
    pdf: (signedText, digest) =>
      wh347Pdf(readSignedPayroll(JSON.parse(signedText), digest), {
        layout: '2025',
        paper: 'letter',
      }),
    subcontractorFile: async (path) =>
      new Uint8Array(await (await subcontractorFile(path)).arrayBuffer()),
  };
}

/** Each file with its hash; the manifest comes last, since it names all of them. */
export async function zipPacket(
  packet: Packet,
  made: Parameters<typeof packetFiles>[1],
  onProgress: (done: number, all: number) => void,
): Promise<Blob> {
  const files: PacketFile[] = [
    ...LANGUAGES.map((language) => ({
      name: `README.${language}.txt`,
      content: readMe(packet, language),
    })),
    ...packetFiles(packet, made),
  ];
  const writer = await packetWriter({
    temporaryName: 'chalkline-audit-packet',
    madeAt: new Date(packet.made_at),
    compressed: true,
  });
  for (const [index, file] of files.entries()) {
    await writer.add(file);
    onProgress(index + 1, files.length);
  }
  const { made_at, made_by, company, project, start_date, end_date } = packet;
  const about = { made_at, made_by, company, project, start_date, end_date };
  const text = `${JSON.stringify({ ...about, files: writer.lines }, null, 2)}\n`;
  await writer.add({ name: 'manifest.json', content: text });
  return writer.finish();
}
