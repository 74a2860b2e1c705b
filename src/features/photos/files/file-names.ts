import type { Photo } from '@/features/photos/api/queries';

const tidy = (text: string): string =>
  text
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 60);

/** `2026-11-19 Mat before pour 0192f0aa.jpg`: sorted by day, none twice. */
export function downloadNameOf({ id, taken_on, caption, path }: Photo): string {
  const extension = path.slice(path.lastIndexOf('.'));
  return `${[taken_on, tidy(caption), id.slice(-8)].filter(Boolean).join(' ')}${extension}`;
}
