import { Outlet, ScrollRestoration } from 'react-router';
import { BackClosesDialogs } from '@/app/back-closes-dialogs';

export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <BackClosesDialogs />
    </>
  );
}
