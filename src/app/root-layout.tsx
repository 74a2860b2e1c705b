import { Outlet, ScrollRestoration } from 'react-router';
import { NavigationGuard } from '@/app/navigation-guard';

export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <NavigationGuard />
    </>
  );
}
