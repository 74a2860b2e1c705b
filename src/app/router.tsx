import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { AppCrash } from '@/app/app-crash';
import { RootLayout } from '@/app/root-layout';
import { screen } from '@/app/screen';
import { ScreenCrash } from '@/app/screen-crash';
import { screens } from '@/app/screens';
import { FullPageSpinner } from '@/components/shared/full-page-spinner';

const authRoutes: RouteObject = {
  path: 'auth',
  lazy: screen(() => import('@/app/routes/auth-layout'), 'auth'),
  children: [
    { path: 'login', lazy: screen(() => import('@/app/routes/login')) },
    { path: 'register', lazy: screen(() => import('@/app/routes/register')) },
    { path: 'forgot-password', lazy: screen(() => import('@/app/routes/forgot-password')) },
    { path: 'reset-password', lazy: screen(() => import('@/app/routes/reset-password')) },
    { index: true, element: <Navigate to="/auth/login" replace /> },
    { path: '*', element: <Navigate to="/auth/login" replace /> },
  ],
};

const unsubscribeRoute: RouteObject = {
  path: 'unsubscribe',
  lazy: screen(() => import('@/app/routes/auth-layout'), 'auth'),
  children: [
    { index: true, lazy: screen(() => import('@/app/routes/unsubscribe'), 'unsubscribe') },
  ],
};

const developmentRoutes: RouteObject[] = import.meta.env.DEV
  ? [{ path: 'dev/components', lazy: screen(() => import('@/app/routes/dev-components')) }]
  : [];

export function createAppRouter() {
  return createBrowserRouter([
    {
      element: <RootLayout />,
      errorElement: <AppCrash />,
      hydrateFallbackElement: <FullPageSpinner />,
      children: [
        authRoutes,
        unsubscribeRoute,
        {
          path: 'shared-photos',
          lazy: screen(() => import('@/app/routes/shared-photos'), 'shared-photos', 'errors'),
        },
        {
          path: 'ticket/:token',
          lazy: screen(() => import('@/app/routes/ticket-link'), 'errors'),
        },
        {
          path: 'l/:code',
          lazy: screen(
            () => import('@/app/routes/message-link'),
            'message-link',
            'payroll',
            'errors',
          ),
        },
        {
          path: 'portal/:token',
          lazy: screen(() => import('@/app/routes/portal'), 'portal', 'errors'),
        },
        {
          path: 'subcontractor/:token',
          lazy: screen(() => import('@/app/routes/subcontractor'), 'subcontractor', 'errors'),
        },
        {
          path: 'site/:token',
          lazy: screen(() => import('@/app/routes/site-page'), 'site-visit', 'errors'),
        },
        {
          path: 'answer/:id',
          lazy: screen(() => import('@/app/routes/answer'), 'forgotten-punch', 'errors'),
        },
        { path: 'kiosk', lazy: screen(() => import('@/app/routes/kiosk'), 'kiosk', 'errors') },
        ...developmentRoutes,
        {
          lazy: screen(() => import('@/app/routes/protected-area'), 'shell', 'timer', 'errors'),
          // A screen that crashes leaves the shell standing.
          children: [{ errorElement: <ScreenCrash />, children: screens }],
        },
        {
          path: '*',
          lazy: screen(() => import('@/app/routes/not-found'), 'shell', 'timer', 'errors'),
        },
      ],
    },
  ]);
}
