import { Suspense, useEffect, useRef } from 'react';
import { useBlocker, useLocation, useNavigate } from 'react-router';
import { late } from '@/components/shared/late';
import { useCloseTopLayer } from '@/components/ui/use-back-closes';
import { leavesUnsaved, useHasUnsaved } from '@/lib/use-unsaved-warning';

const LeaveQuestion = late(async () => ({
  default: (await import('@/app/leave-question')).LeaveQuestion,
}));

/** Back closes an open dialog instead of leaving the page; leaving typed changes is asked about. */
export function NavigationGuard() {
  const close = useCloseTopLayer();
  const hasUnsaved = useHasUnsaved();
  return (
    <>
      {(close || hasUnsaved) && <SomethingToGoBackTo />}
      {/* One blocker for both, while there is something to hold: of several, the router asks the last. */}
      {(close || hasUnsaved) && <Blocker close={close} />}
    </>
  );
}

/**
 * Nothing can hold Back on the first page of a visit: what is before it is not this app. With the same
 * page once more in front of it, Back stays within.
 */
function SomethingToGoBackTo() {
  const location = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when something opens.
  useEffect(() => {
    if (window.history.state?.idx !== 0) return;
    void navigate(location, { state: location.state, preventScrollReset: true });
  }, []);
  return null;
}

function Blocker({ close }: { close: (() => void) | null }) {
  const { pathname, search } = useLocation();
  const closesLayer = useRef(false);
  const blocker = useBlocker(({ historyAction, currentLocation, nextLocation }) => {
    closesLayer.current = close !== null && historyAction === 'POP';
    return closesLayer.current || leavesUnsaved(currentLocation, nextLocation);
  });
  useEffect(() => LeaveQuestion.prefetch(), []);
  useEffect(() => {
    if (blocker.state !== 'blocked' || !closesLayer.current || !close) return;
    const stay = () => {
      blocker.reset();
      close();
    };
    // The router goes forward again first; closing may replace the address and must not hit another entry.
    if (window.location.pathname + window.location.search === pathname + search) return stay();
    window.addEventListener('popstate', stay, { once: true });
    return () => window.removeEventListener('popstate', stay);
  }, [blocker, close, pathname, search]);
  if (blocker.state !== 'blocked' || closesLayer.current) return null;
  return (
    <Suspense>
      <LeaveQuestion onLeave={blocker.proceed} onStay={blocker.reset} />
    </Suspense>
  );
}
