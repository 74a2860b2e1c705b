import type { Photo } from '@/features/photos/api/queries';

/** A line of the gallery: a day, a project of that day, or as many photos as fit side by side. */
export type GalleryRow =
  | { kind: 'day'; key: string; day: string; photos: readonly Photo[]; whole: boolean }
  | {
      kind: 'project';
      key: string;
      day: string;
      projectId: string;
      photos: readonly Photo[];
      whole: boolean;
    }
  | { kind: 'photos'; key: string; photos: readonly Photo[] };

function groupBy(photos: readonly Photo[], keyOf: (photo: Photo) => string): [string, Photo[]][] {
  const groups = new Map<string, Photo[]>();
  for (const photo of photos) {
    const key = keyOf(photo);
    const group = groups.get(key);
    if (group) group.push(photo);
    else groups.set(key, [photo]);
  }
  return [...groups];
}

/**
 * Photos come newest first; the last day may go on with the next page, so how many it has is told only
 * once all are there (`whole`).
 */
export function galleryRows(
  photos: readonly Photo[],
  columns: number,
  hasMore: boolean,
): GalleryRow[] {
  const days = groupBy(photos, (photo) => photo.taken_on).sort(([one], [other]) =>
    other.localeCompare(one),
  );
  return days.flatMap(([day, ofDay], index): GalleryRow[] => {
    const whole = !hasMore || index < days.length - 1;
    const projects = groupBy(ofDay, (photo) => photo.project_id).flatMap(
      ([projectId, ofProject]): GalleryRow[] => [
        { kind: 'project', key: `${day}/${projectId}`, day, projectId, photos: ofProject, whole },
        ...Array.from(
          { length: Math.ceil(ofProject.length / columns) },
          (_, row): GalleryRow => ({
            kind: 'photos',
            key: `${day}/${projectId}/${row}`,
            photos: ofProject.slice(row * columns, (row + 1) * columns),
          }),
        ),
      ],
    );
    return [{ kind: 'day', key: day, day, photos: ofDay, whole }, ...projects];
  });
}
