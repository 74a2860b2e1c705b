import { type MadePacket, makePacket } from '@/entities/evidence/make-packet';
import { packetSigner } from '@/entities/evidence/packet-signer';
import { openPacket, type PacketChoice } from '@/features/packets/api/packets';
import { type PacketContext, packetFiles } from '@/features/packets/files/packet-files';
import { readMe } from '@/features/packets/files/read-me';
import type { PdfReport } from '@/lib/files/pdf-report';
import { loadCode } from '@/lib/load-code';

async function pdfMaker(): Promise<(report: PdfReport) => Promise<Uint8Array>> {
  const [{ pdfReportFile }, { loadPdfFonts }] = await Promise.all([
    loadCode(() => import('@/lib/files/pdf-report')),
    loadCode(() => import('@/lib/files/pdf-fonts')),
  ]);
  const fonts = await loadPdfFonts();
  return async (report) => {
    // Between two papers the screen is drawn.
    await new Promise((resolve) => setTimeout(resolve));
    return new Uint8Array(pdfReportFile(report, fonts));
  };
}

/** From the request to the file. Nothing is resumed: what fails or is canceled is made anew. */
export async function makeRecords(
  choice: PacketChoice,
  { texts, onStage, signal }: Pick<PacketContext, 'texts' | 'onStage' | 'signal'>,
): Promise<MadePacket> {
  onStage({ step: 'data', share: 0 });
  const [answer, pdf] = await Promise.all([openPacket(choice, signal), pdfMaker()]);
  const missing: string[] = [];
  const { about } = answer;
  return makePacket({
    about,
    files: packetFiles(answer, { texts, pdf, onStage, signal, missing }),
    readMe: (language, state) =>
      readMe({ ...state, about, request: choice.request, missing }, language),
    signer: packetSigner(about.packet_id, signal),
    signal,
  });
}
