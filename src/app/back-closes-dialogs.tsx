import { useEffect } from 'react';
import { useBlocker, useLocation, useNavigate } from 'react-router';
import { useCloseTopLayer } from '@/components/ui/use-back-closes';

/** Back closes an open dialog instead of leaving the page. */
export function BackClosesDialogs() {
  const close = useCloseTopLayer();
  // A blocker of its own only while something is open: of several, the router asks the last.
  return close && <BackBlocker close={close} />;
}

/**
 * Nothing can hold Back on the first page of a visit: what is before it is not this app. With the same
 * page once more in front of it, Back stays within.
 */
function useSomethingToGoBackTo(): void {
  const location = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when something opens.
  useEffect(() => {
    if (window.history.state?.idx !== 0) return;
    void navigate(location, { state: location.state, preventScrollReset: true });
  }, []);
}

function BackBlocker({ close }: { close: () => void }) {
  useSomethingToGoBackTo();
  const { pathname, search } = useLocation();
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP');
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const stay = () => {
      blocker.reset();
      close();
    };
    // The router goes forward again first; closing may replace the address and must not hit another entry.
    if (window.location.pathname + window.location.search === pathname + search) return stay();
    window.addEventListener('popstate', stay, { once: true });
    return () => window.removeEventListener('popstate', stay);
  }, [blocker, close, pathname, search]);
  return null;
}
