import type { RouteObject } from 'react-router';
import { type LazyScreen, screen } from '@/app/screen';

/** Every screen inside the shell. One line per address; the file in `routes/` picks the feature. */
export const screens: RouteObject[] = [
  {
    index: true,
    lazy: screen(() => import('@/app/routes/home'), 'dashboard', 'offline', 'onboarding'),
  },
  {
    path: 'time-tracker',
    lazy: screen(() => import('@/app/routes/time-tracker'), 'time-tracker'),
  },
  { path: 'tickets', lazy: screen(() => import('@/app/routes/tickets'), 'tickets') },
  {
    path: 'tickets/:ticketId',
    lazy: screen(() => import('@/app/routes/ticket'), 'tickets'),
  },
  { path: 'crew', lazy: screen(() => import('@/app/routes/crew'), 'crew') },
  { path: 'breaks', lazy: screen(() => import('@/app/routes/breaks'), 'break-board') },
  { path: 'crew-hours', lazy: screen(() => import('@/app/routes/crew-hours'), 'crew-hours') },
  { path: 'equipment', lazy: screen(() => import('@/app/routes/equipment'), 'equipment') },
  {
    path: 'my-status',
    lazy: screen(
      () => import('@/app/routes/my-status'),
      'my-status',
      'offline',
      'time-off',
      'my-shifts',
    ),
  },
  {
    path: 'scheduling',
    lazy: screen(() => import('@/app/routes/scheduling'), 'scheduling', 'my-shifts'),
  },
  {
    path: 'scheduling/time-off',
    lazy: screen(() => import('@/app/routes/time-off'), 'time-off'),
  },
  {
    path: 'projects',
    lazy: screen(() => import('@/app/routes/projects'), 'projects', 'verification'),
  },
  { path: 'expenses', lazy: screen(() => import('@/app/routes/expenses'), 'expenses') },
  {
    path: 'tickets/office',
    lazy: screen(() => import('@/app/routes/ticket-office'), 'billing'),
  },
  { path: 'settings', lazy: screen(() => import('@/app/routes/settings'), 'settings') },
  {
    path: 'site-sign-in',
    lazy: screen(() => import('@/app/routes/site-sign-in'), 'site-sign-in', 'site-visit'),
  },
  { path: 'forms', lazy: screen(() => import('@/app/routes/forms'), 'forms', 'form-fill') },
  { path: 'forms/fill', lazy: screen(() => import('@/app/routes/form-fill'), 'form-fill') },
  { path: 'safety', lazy: screen(() => import('@/app/routes/safety'), 'safety') },
  {
    path: 'public-work',
    lazy: screen(() => import('@/app/routes/public-work'), 'public-work'),
  },
  { path: 'payroll', lazy: screen(() => import('@/app/routes/payroll'), 'payroll', 'exports') },
  {
    path: 'employees',
    lazy: screen(() => import('@/app/routes/employees'), 'employees'),
  },
  {
    path: 'cost-codes',
    lazy: screen(() => import('@/app/routes/cost-codes'), 'cost-codes', 'lists'),
  },
  {
    path: 'budgets',
    lazy: screen(() => import('@/app/routes/budgets'), 'budgets'),
  },
  { path: 'bulletin', lazy: screen(() => import('@/app/routes/bulletin'), 'bulletin') },
  {
    path: 'documents',
    lazy: screen(() => import('@/app/routes/documents'), 'documents', 'bulletin'),
  },
  {
    path: 'verification',
    lazy: screen(() => import('@/app/routes/verification'), 'verification'),
  },
  {
    path: 'field-reports',
    lazy: screen(() => import('@/app/routes/field-reports'), 'field-reports'),
  },
  {
    path: 'progress',
    lazy: screen(() => import('@/app/routes/progress'), 'progress'),
  },
  { path: 'photos', lazy: screen(() => import('@/app/routes/photos'), 'photos') },
  { path: 'map', lazy: screen(() => import('@/app/routes/map'), 'map') },
  {
    path: 'activity-reports',
    lazy: screen(() => import('@/app/routes/activity-reports'), 'activity-reports'),
  },
  { path: 'management', lazy: screen(() => import('@/app/routes/management'), 'lists') },
  {
    path: 'activity-reports/system',
    lazy: screen(() => import('@/app/routes/system-reports'), 'system-reports'),
  },
  {
    path: 'management/import',
    lazy: screen(() => import('@/app/routes/imports'), 'imports'),
  },
  { path: 'help/:page?', lazy: screen(() => import('@/app/routes/help'), 'help') },
];

/** Fetches a screen's code and words ahead of the press; loading twice costs nothing. */
export function prefetchScreen(path: string): void {
  const name = path.replace(/^\//, '');
  const route = screens.find((candidate) => (candidate.path ?? '') === name);
  if (route?.lazy && 'prefetch' in route.lazy) (route.lazy as LazyScreen).prefetch();
}
