import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type HeldEvent, heldEventsQuery } from '@/features/held-events/api/queries';

const KEY = 'chalkline.held-seen';
const MAX_REMEMBERED = 100;

/** One's own punches that wait for a decision. */
export function useOwnHeld(): readonly HeldEvent[] {
  const { company, employee } = useViewer();
  const { data = [] } = useQuery({
    ...heldEventsQuery(company?.id ?? '', employee?.id ?? ''),
    enabled: employee !== null && company !== null,
  });
  return data.filter(({ status }) => status === 'held');
}

const seenIds = (): string[] => (localStorage.getItem(KEY) ?? '').split(' ');

/** Those nobody has confirmed to have read on this device, and how to confirm it. */
export function useUnseenHeld(): [readonly HeldEvent[], () => void] {
  const held = useOwnHeld();
  const [seen, setSeen] = useState(seenIds);
  const unseen = held.filter(({ id }) => !seen.includes(id));
  const confirm = (): void => {
    const all = [...seen, ...unseen.map(({ id }) => id)].slice(-MAX_REMEMBERED);
    localStorage.setItem(KEY, all.join(' '));
    setSeen(all);
  };
  return [unseen, confirm];
}
