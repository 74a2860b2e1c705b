import type { DeviceLocation } from '@/lib/device-location';
import { instantOfExif, readExif } from '@/lib/files/exif';
import { sha256 } from '@/lib/files/sha256';

/** As the bucket says too. */
export const LARGEST_BYTES = 100 * 1024 * 1024;
export const ACCEPTED = 'image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/webm';

export type FileProblem = 'heic' | 'tooLarge' | 'notPhoto' | 'damaged';

export const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
};

/** A file that can be added, with what is known of it. */
export interface ReadPhoto {
  /** Where what refers to it was stored before it is sent. */
  id?: string;
  file: File;
  type: string;
  sha256: string | null;
  takenAt: Date;
  takenFrom: 'file' | 'device';
  width: number | null;
  height: number | null;
  place: Pick<DeviceLocation, 'latitude' | 'longitude'> | null;
}

const HEIF = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1', 'avif']);

/** What the first bytes prove a file to be, whatever its name says. */
export function kindOf(head: Uint8Array): string | FileProblem {
  const text = String.fromCharCode(...head.subarray(0, 12));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG')) return 'image/png';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'image/webp';
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'video/webm';
  if (text.slice(4, 8) !== 'ftyp') return 'notPhoto';
  const brand = text.slice(8, 12);
  if (HEIF.has(brand)) return 'heic';
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

async function sizeOf(file: File): Promise<{ width: number; height: number } | null> {
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    picture.close();
    return { width, height };
  } catch {
    return null;
  }
}

/** Reads a chosen file, or says in one word why it cannot be added. */
export async function readPhoto(file: File): Promise<ReadPhoto | FileProblem> {
  if (file.size > LARGEST_BYTES) return 'tooLarge';
  const type = kindOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (!(type in EXTENSIONS)) return type as FileProblem;
  const isPicture = type.startsWith('image/');
  const size = isPicture ? await sizeOf(file) : null;
  if (isPicture && !size) return 'damaged';
  const bytes = await file.arrayBuffer();
  const exif = readExif(bytes);
  const instant = isPicture ? instantOfExif(exif) : null;
  return {
    file,
    type,
    sha256: await sha256(bytes),
    takenAt: instant ?? new Date(Math.min(file.lastModified || Date.now(), Date.now())),
    takenFrom: instant ? 'file' : 'device',
    width: size?.width ?? null,
    height: size?.height ?? null,
    place:
      exif.latitude !== null && exif.longitude !== null
        ? { latitude: exif.latitude, longitude: exif.longitude }
        : null,
  };
}
