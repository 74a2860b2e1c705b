import type { NewEvent } from '@/entities/offline/offline-event';
import { saveAttachments } from '@/entities/offline/save-and-send';
import { EXTENSIONS, type ReadPhoto } from '@/entities/photo/read-photo';
import { type DeviceLocation, isLocationShared, locationForPunch } from '@/lib/device-location';
import { uuidv7 } from '@/lib/uuid';

/** Where a photo belongs and what is said about it. */
export interface PhotoFacts {
  companyId: string;
  projectId: string;
  costCodeId?: string | null;
  timeEntryId?: string | null;
  equipmentId?: string | null;
  caption?: string;
  tags?: string[];
  isPrivate?: boolean;
  /** Of an expense: in no gallery. */
  isReceipt?: boolean;
}

const JUST_TAKEN_MILLISECONDS = 5 * 60_000;

/** The file's own place; for one taken a moment ago where this device is. Only if its owner shares it. */
function placeOf(photo: ReadPhoto, here: DeviceLocation | null) {
  if (!isLocationShared()) return {};
  if (photo.place) return photo.place;
  const justTaken = Date.now() - photo.takenAt.getTime() < JUST_TAKEN_MILLISECONDS;
  if (!here || !justTaken) return {};
  const { latitude, longitude, accuracy_m } = here;
  return { latitude, longitude, accuracy_m };
}

function eventOf(photo: ReadPhoto, facts: PhotoFacts, here: DeviceLocation | null): NewEvent {
  const id = photo.id ?? uuidv7();
  const path = `${facts.companyId}/${facts.projectId}/${id}.${EXTENSIONS[photo.type]}`;
  const row = {
    id,
    path,
    company_id: facts.companyId,
    project_id: facts.projectId,
    cost_code_id: facts.costCodeId ?? null,
    time_entry_id: facts.timeEntryId ?? null,
    equipment_id: facts.equipmentId ?? null,
    caption: facts.caption ?? '',
    tags: facts.tags ?? [],
    is_private: facts.isPrivate ?? false,
    ...(facts.isReceipt ? { is_receipt: true } : {}),
    sha256: photo.sha256,
    media_type: photo.type,
    size_bytes: photo.file.size,
    width: photo.width,
    height: photo.height,
    taken_at: photo.takenAt.toISOString(),
    taken_from: photo.takenFrom,
    ...placeOf(photo, here),
  };
  const { name, size } = photo.file;
  return {
    id,
    kind: 'photo',
    payload: { photo: { path, row, name, type: photo.type, size } },
    file: new Blob([photo.file], { type: photo.type }),
  };
}

/** Names of photos that are added a moment later, for what refers to them. */
export async function newPhotos(
  photos: readonly ReadPhoto[],
  facts: PhotoFacts,
): Promise<NewEvent[]> {
  const here = await locationForPunch();
  return photos.map((photo) => eventOf(photo, facts, here));
}

/** Kept on this device first; the queue sends them, now or when there is a signal. */
export async function addPhotos(photos: readonly ReadPhoto[], facts: PhotoFacts): Promise<void> {
  await saveAttachments(await newPhotos(photos, facts));
}
