import type { ComponentType } from 'react';
import type { LazyRouteFunction, RouteObject } from 'react-router';
import { loadNamespaces, type Namespace } from '@/lib/i18n';

export interface ScreenModule {
  Component: ComponentType;
  ErrorBoundary?: ComponentType;
  loader?: RouteObject['loader'];
}

/** A lazy route: code and words are fetched side by side, and not before they are needed. */
export function screen(
  load: () => Promise<ScreenModule>,
  ...namespaces: Namespace[]
): LazyRouteFunction<RouteObject> {
  return async () => {
    const [module] = await Promise.all([load(), loadNamespaces(namespaces)]);
    return module as Awaited<ReturnType<LazyRouteFunction<RouteObject>>>;
  };
}
