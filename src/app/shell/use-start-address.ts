import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '@/entities/session/use-session';
import { openedAt, startAddress, storeStart } from '@/entities/viewer/start-address';
import { useViewer } from '@/entities/viewer/use-viewer';

/** Remembers where the app opens, and goes there where the role is another than last time. */
export function useStartAddress(): void {
  const { user } = useSession();
  const userId = user?.id ?? null;
  const start = startAddress(useViewer());
  const { key, pathname } = useLocation();
  const navigate = useNavigate();
  // Chosen before the app ran, and nobody has gone anywhere since.
  const isElsewhere = key === 'default' && pathname === openedAt() && pathname !== start;
  useEffect(() => {
    if (userId) storeStart(userId, start);
  }, [userId, start]);
  useEffect(() => {
    if (isElsewhere) void navigate(start, { replace: true });
  }, [isElsewhere, start, navigate]);
}
