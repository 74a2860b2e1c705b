import { useEffect, useEffectEvent, useState } from 'react';

/** Seconds until `onEnd`, counted down while the component is on the screen. */
export function useCountdown(seconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => now - 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left <= 0) end();
  }, [left]);
  return Math.max(0, left);
}
