import type { ComponentType } from 'react';
import type { LazyRouteFunction, RouteObject } from 'react-router';
import { lateScreen } from '@/app/late-screen';
import { createLatePart } from '@/lib/late-part';
import type { Namespace } from '@/lib/translation-keys';
import { withTexts } from '@/lib/with-texts';

export interface ScreenModule {
  Component: ComponentType;
  loader?: RouteObject['loader'];
}

export type LazyScreen = LazyRouteFunction<RouteObject> & { prefetch: () => void };

/**
 * A lazy route: code and words are fetched side by side, and not before they are needed. What cannot be
 * loaded is replaced by a notice inside the shell, and by the screen itself as soon as it is here.
 */
export function screen(load: () => Promise<ScreenModule>, ...namespaces: Namespace[]): LazyScreen {
  const part = createLatePart(async () => (await withTexts(load(), ...namespaces)).default);
  const route = async (): Promise<ScreenModule> => {
    await part.ask();
    return part.current() ?? { Component: lateScreen(part) };
  };
  return Object.assign(route as LazyRouteFunction<RouteObject>, { prefetch: part.prefetch });
}
