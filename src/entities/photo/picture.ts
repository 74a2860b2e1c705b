import { renderedPhoto } from '@/entities/photo/photo-image';

/** For a file that is printed: a JPEG as a data address. */
export interface Picture {
  data: string;
  width: number;
  height: number;
}

/** As the screen shows it, without what the camera wrote into the file; `draw` adds to it. */
export async function pictureOf(
  path: string,
  pixels: number,
  draw?: (context: CanvasRenderingContext2D, canvas: HTMLCanvasElement) => void,
): Promise<Picture> {
  const bitmap = await createImageBitmap(await renderedPhoto(path, pixels));
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  draw?.(context, canvas);
  return { data: canvas.toDataURL('image/jpeg', 0.8), width: canvas.width, height: canvas.height };
}
