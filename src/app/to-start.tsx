import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { FullPageSpinner } from '@/components/shared/full-page-spinner';
import { useSession } from '@/entities/session/use-session';
import { startAddress } from '@/entities/viewer/start-address';
import { viewerQuery } from '@/entities/viewer/viewer';
import { loadCode } from '@/lib/load-code';

/** From signing in to where the person works, without the screen of others in between. */
export function ToStart() {
  const { user } = useSession();
  const { data, isPending } = useQuery({
    ...viewerQuery(user?.id ?? ''),
    enabled: user !== null,
  });
  // The shell is the same for all.
  useEffect(() => {
    loadCode(() => import('@/app/routes/protected-area')).catch(() => undefined);
  }, []);
  if (isPending) return <FullPageSpinner />;
  // Why there is no answer is said there.
  return <Navigate to={data ? startAddress(data) : '/'} replace />;
}
