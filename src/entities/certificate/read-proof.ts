import { type PaperProblem, readPaper } from '@/entities/photo/read-paper';
import type { ReadPhoto } from '@/entities/photo/read-photo';
import { flawOf, type PhotoFlaw } from '@/lib/files/photo-quality';

/** As the database says too: a smaller picture of a card cannot be read. */
const MIN_PIXELS = 400;
/** Large enough to see whether letters have edges, small enough for an old phone. */
const MEASURED_PIXELS = 1024;

export type ProofProblem = PaperProblem | PhotoFlaw | 'tooSmall';

async function measure(file: File): Promise<PhotoFlaw | null> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MEASURED_PIXELS / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // A browser that draws nothing measures nothing: the office looks at it anyway.
  if (!context) return null;
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return flawOf(data, canvas.width, canvas.height);
}

/** Reads a photo or PDF of a certificate, or says why it should be taken again. */
export async function readProof(file: File): Promise<ReadPhoto | ProofProblem> {
  const paper = await readPaper(file);
  if (typeof paper === 'string' || paper.type === 'application/pdf') return paper;
  if (Math.min(paper.width ?? 0, paper.height ?? 0) < MIN_PIXELS) return 'tooSmall';
  return (await measure(file)) ?? paper;
}
