import { type RefObject, useEffect, useRef, useState } from 'react';

const WIDTH = 480;
const HEIGHT = 360;
const QUALITY = 0.75;

export interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  /** none: there is no camera, or it may not be used; the clock goes on without. */
  state: 'starting' | 'ready' | 'none';
  /** What it sees now, small; null where it sees nothing. */
  take: () => Promise<Blob | null>;
}

/** The tablet's front camera while `wanted`. It never fails: at worst there is no picture. */
export function useCamera(wanted: boolean): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<Camera['state']>('starting');
  useEffect(() => {
    if (!wanted) return;
    let stream: MediaStream | undefined;
    let over = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'user', width: { ideal: WIDTH }, height: { ideal: HEIGHT } },
      });
      if (over) return stop();
      if (!video.current) return;
      video.current.srcObject = stream;
      await video.current.play();
      setState('ready');
    };
    start().catch(() => setState('none'));
    return () => {
      over = true;
      stop();
    };
  }, [wanted]);
  return { video, state, take: () => (state === 'ready' ? pictureOf(video.current) : noPicture()) };
}

const noPicture = (): Promise<null> => Promise.resolve(null);

function pictureOf(video: HTMLVideoElement | null): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const drawing = canvas.getContext('2d');
  if (!video || !drawing) return noPicture();
  // The middle of what the camera sees, not squeezed.
  const scale = Math.max(WIDTH / video.videoWidth, HEIGHT / video.videoHeight);
  const [wide, high] = [video.videoWidth * scale, video.videoHeight * scale];
  drawing.drawImage(video, (WIDTH - wide) / 2, (HEIGHT - high) / 2, wide, high);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
