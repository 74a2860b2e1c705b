import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * A tap on a notification while the app is open: the service worker asks this page to go there. As after
 * a press on a link, so that something typed and not saved is asked about first.
 */
export function useNotificationTaps(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const receive = ({ data, ports }: MessageEvent): void => {
      if (data?.type !== 'open-path') return;
      ports[0]?.postMessage('opened');
      void navigate(data.path);
    };
    const { serviceWorker } = navigator;
    serviceWorker?.addEventListener('message', receive);
    return () => serviceWorker?.removeEventListener('message', receive);
  }, [navigate]);
}
