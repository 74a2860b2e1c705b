import { type FileProblem, type ReadPhoto, readPhoto } from '@/entities/photo/read-photo';
import { sha256 } from '@/lib/files/sha256';

/** As the database says too: more is refused there before a byte is sent. */
const MAX_BYTES = 25 * 1024 * 1024;

export const PAPER_FILES = 'image/jpeg,image/png,image/webp,application/pdf';
export type PaperProblem = 'tooLarge' | 'notPaper' | 'heic' | 'damaged';

const PROBLEMS: Record<FileProblem, PaperProblem> = {
  tooLarge: 'tooLarge',
  notPhoto: 'notPaper',
  heic: 'heic',
  damaged: 'damaged',
};

async function isPdf(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 5).arrayBuffer());
  return String.fromCharCode(...head) === '%PDF-';
}

async function readPdf(file: File): Promise<ReadPhoto> {
  return {
    file,
    type: 'application/pdf',
    sha256: await sha256(await file.arrayBuffer()),
    takenAt: new Date(Math.min(file.lastModified || Date.now(), Date.now())),
    takenFrom: 'device',
    width: null,
    height: null,
    place: null,
  };
}

/** Reads a photo or PDF of a paper, such as a receipt or a certificate, or says in one word why it cannot be one. */
export async function readPaper(file: File): Promise<ReadPhoto | PaperProblem> {
  if (file.size > MAX_BYTES) return 'tooLarge';
  if (await isPdf(file)) return readPdf(file);
  const photo = await readPhoto(file).catch((): FileProblem => 'damaged');
  if (typeof photo === 'string') return PROBLEMS[photo];
  return photo.type.startsWith('image/') ? photo : 'notPaper';
}
