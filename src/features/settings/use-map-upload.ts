import { useEffect, useRef, useState } from 'react';
import { type UnfinishedUpload, useFinishUpload } from '@/features/settings/api/base-map';
import type { MapUpload } from '@/features/settings/api/send-map';
import { loadCode } from '@/lib/load-code';

export interface SendingMap {
  fileName: string;
  sentBytes: number;
  totalBytes: number;
  isPaused: boolean;
  /** Paused by a line that broke. */
  isBroken: boolean;
}

/** A map on its way to the server: how far it is, and what can be done about it. */
export function useMapUpload() {
  const [sending, setSending] = useState<SendingMap | null>(null);
  const running = useRef<MapUpload | null>(null);
  const finish = useFinishUpload();
  // What was sent stays on the server: the same file goes on there later.
  useEffect(() => () => running.current?.pause(), []);

  const stop = () => {
    running.current?.pause();
    running.current = null;
    setSending(null);
  };
  const start = async (file: File, unfinished: UnfinishedUpload | null) => {
    finish.reset();
    const begun = { fileName: file.name, sentBytes: 0, totalBytes: file.size };
    setSending({ ...begun, isPaused: false, isBroken: false });
    const { sendMap } = await loadCode(() => import('@/features/settings/api/send-map'));
    running.current = sendMap(file, unfinished, {
      onProgress: (sentBytes) => setSending((before) => before && { ...before, sentBytes }),
      onBroken: () =>
        setSending((before) => before && { ...before, isPaused: true, isBroken: true }),
    });
    finish.mutate(running.current.sent, { onSettled: stop });
  };
  const setPaused = (isPaused: boolean) => {
    if (isPaused) running.current?.pause();
    else running.current?.resume();
    setSending((before) => before && { ...before, isPaused, isBroken: false });
  };
  const isBroken = sending?.isBroken ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only while the line is broken.
  useEffect(() => {
    if (!isBroken) return;
    const goOn = () => setPaused(false);
    window.addEventListener('online', goOn);
    return () => window.removeEventListener('online', goOn);
  }, [isBroken]);
  return { sending, error: finish.error, start, stop, setPaused };
}
