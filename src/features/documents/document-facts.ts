import type { Document, Folder, Version } from '@/features/documents/api/queries';
import type { IsoDate } from '@/lib/format';
import { addDays } from '@/lib/time';

/** How long before its date a document counts as expiring. */
export const EXPIRING_DAYS = 30;

export const currentVersion = (document: Document): Version | undefined =>
  document.versions.find(({ superseded_at }) => superseded_at === null);

export type Expiry = 'expired' | 'soon' | 'later';

export function expiryOf({ expires_on }: Document, today: IsoDate): Expiry | null {
  if (expires_on === null) return null;
  if (expires_on < today) return 'expired';
  return expires_on <= addDays(today, EXPIRING_DAYS) ? 'soon' : 'later';
}

export const isExpiring = (document: Document, today: IsoDate): boolean => {
  const expiry = expiryOf(document, today);
  return expiry === 'expired' || expiry === 'soon';
};

/** What a browser can show; everything else is downloaded. */
export type Preview = 'pdf' | 'image' | 'text' | null;

export function previewOf({ media_type }: Pick<Version, 'media_type'>): Preview {
  if (media_type === 'application/pdf') return 'pdf';
  if (/^image\/(jpeg|png|webp|gif)$/.test(media_type ?? '')) return 'image';
  return media_type?.startsWith('text/') ? 'text' : null;
}

/** PDF, DOCX, … as people say it. */
export const kindOf = ({ path }: Pick<Version, 'path'>): string =>
  (path.split('.').at(-1) ?? '').toUpperCase();

export interface Place {
  /** Null: the company's own. */
  projectId: string | null;
  /** Null: documents that are in no folder. */
  folderId: string | null;
}

export const isIn = (document: Document, { projectId, folderId }: Place): boolean =>
  document.folder_id === folderId && (folderId !== null || document.project_id === projectId);

export const foldersOf = (folders: readonly Folder[], projectId: string | null): Folder[] =>
  folders.filter((folder) => folder.project_id === projectId);

const UNITS = ['kB', 'MB', 'GB'];

/** 2.4 MB, in the units of download pages. */
export function fileSize(bytes: number, number: (value: number, digits?: number) => string) {
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${number(value, value < 10 ? 1 : 0)} ${UNITS[unit]}`;
}
