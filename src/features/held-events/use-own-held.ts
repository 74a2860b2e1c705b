import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type HeldEvent, heldEventsQuery } from '@/features/held-events/api/queries';

const KEY = 'chalkline.held-seen';
const MAX_REMEMBERED = 100;

/** One's own punches that wait for a decision. */
function useOwnHeld(): readonly HeldEvent[] {
  const { company, employee } = useViewer();
  const { data = [] } = useQuery({
    ...heldEventsQuery(company?.id ?? '', employee?.id ?? ''),
    enabled: employee !== null && company !== null,
  });
  return data.filter(({ status }) => status === 'held');
}

const idsOf = (key: string): string[] => (localStorage.getItem(key) ?? '').split(' ');

/** Those nobody has confirmed to have read on this device, and how to confirm it. */
export function useUnseenHeld(key = KEY): [readonly HeldEvent[], () => void] {
  const held = useOwnHeld();
  const [seen, setSeen] = useState(() => idsOf(key));
  const unseen = held.filter(({ id }) => !seen.includes(id));
  const confirm = (): void => {
    const all = [...seen, ...unseen.map(({ id }) => id)].slice(-MAX_REMEMBERED);
    localStorage.setItem(key, all.join(' '));
    setSeen(all);
  };
  return [unseen, confirm];
}
