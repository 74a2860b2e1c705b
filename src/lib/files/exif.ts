/** What a camera wrote into a picture: when, by which offset from UTC, and where. */
export interface Exif {
  /** `2026:11:19 10:06:41`, by the camera's clock. */
  takenAt: string | null;
  /** `-06:00`; older cameras leave it out. */
  offset: string | null;
  latitude: number | null;
  longitude: number | null;
}

const NOTHING: Exif = { takenAt: null, offset: null, latitude: null, longitude: null };
const TAG = { exif: 0x8769, gps: 0x8825, taken: 0x9003, offset: 0x9011 } as const;
const TEXT = 2;

const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));

/** Where the EXIF block of a JPEG begins. */
function inJpeg(view: DataView): number | null {
  let at = 2;
  while (at + 10 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xe1 && textAt(view, at + 4, 4) === 'Exif') return at + 10;
    // The picture itself begins: nothing of interest after it.
    if (marker === 0xda) return null;
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function inPng(view: DataView): number | null {
  for (let at = 8; at + 12 < view.byteLength; at += 12 + view.getUint32(at)) {
    if (textAt(view, at + 4, 4) === 'eXIf') return at + 8;
  }
  return null;
}

function inWebp(view: DataView): number | null {
  for (let at = 12; at + 8 < view.byteLength; ) {
    const length = view.getUint32(at + 4, true);
    if (textAt(view, at, 4) === 'EXIF') {
      return textAt(view, at + 8, 4) === 'Exif' ? at + 14 : at + 8;
    }
    at += 8 + length + (length % 2);
  }
  return null;
}

function blockOf(view: DataView): number | null {
  if (view.getUint16(0) === 0xffd8) return inJpeg(view);
  if (textAt(view, 1, 3) === 'PNG') return inPng(view);
  return textAt(view, 8, 4) === 'WEBP' ? inWebp(view) : null;
}

/** The fields of one directory by tag: type, count and where the value stands. */
class Directory {
  private readonly fields = new Map<number, { type: number; count: number; at: number }>();
  private readonly view: DataView;
  private readonly start: number;
  private readonly little: boolean;

  constructor(view: DataView, start: number, offset: number) {
    this.view = view;
    this.start = start;
    this.little = view.getUint16(start) === 0x4949;
    const count = view.getUint16(start + offset, this.little);
    for (let index = 0; index < count; index += 1) {
      const at = start + offset + 2 + index * 12;
      this.fields.set(view.getUint16(at, this.little), {
        type: view.getUint16(at + 2, this.little),
        count: view.getUint32(at + 4, this.little),
        at: at + 8,
      });
    }
  }

  private pointer(at: number): number {
    return this.view.getUint32(at, this.little);
  }

  sub(tag: number): Directory | null {
    const field = this.fields.get(tag);
    return field ? new Directory(this.view, this.start, this.pointer(field.at)) : null;
  }

  text(tag: number): string | null {
    const field = this.fields.get(tag);
    if (field?.type !== TEXT || field.count > 64) return null;
    const at = field.count <= 4 ? field.at : this.start + this.pointer(field.at);
    return textAt(this.view, at, field.count).replace(/\0.*$/s, '').trim();
  }

  /** Degrees, minutes and seconds as fractions. */
  degrees(tag: number, negative: boolean): number | null {
    const field = this.fields.get(tag);
    if (field?.count !== 3) return null;
    const first = this.start + this.pointer(field.at);
    const [d = 0, m = 0, s = 0] = [0, 8, 16].map(
      (step) => this.pointer(first + step) / (this.pointer(first + step + 4) || 1),
    );
    return (negative ? -1 : 1) * (d + m / 60 + s / 3600);
  }
}

function readBlock(view: DataView, start: number): Exif {
  const little = view.getUint16(start) === 0x4949;
  const main = new Directory(view, start, view.getUint32(start + 4, little));
  const camera = main.sub(TAG.exif);
  const gps = main.sub(TAG.gps);
  const latitude = gps?.degrees(2, gps.text(1) === 'S') ?? null;
  const longitude = gps?.degrees(4, gps.text(3) === 'W') ?? null;
  const placed =
    latitude !== null &&
    longitude !== null &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180;
  return {
    takenAt: camera?.text(TAG.taken) ?? null,
    offset: camera?.text(TAG.offset) ?? null,
    latitude: placed ? latitude : null,
    longitude: placed ? longitude : null,
  };
}

/** Of a JPEG, PNG or WebP. What is damaged or missing reads as nothing; never throws. */
export function readExif(bytes: ArrayBuffer): Exif {
  try {
    const view = new DataView(bytes);
    const start = blockOf(view);
    return start === null ? NOTHING : readBlock(view, start);
  } catch {
    return NOTHING;
  }
}

const MOMENT = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** The instant; without an offset by this device's zone, which took the picture as a rule. */
export function instantOfExif({ takenAt, offset }: Exif): Date | null {
  const match = MOMENT.exec(takenAt ?? '');
  if (!match) return null;
  const [, year, month, day, hour, minute, second] = match;
  const zone = /^[+-]\d\d:\d\d$/.test(offset ?? '') ? offset : '';
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
