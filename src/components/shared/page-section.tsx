import { createContext, type ReactNode, use } from 'react';

const SectionContext = createContext(false);

/**
 * A screen inside the page of something else, such as the photos of a project under its tabs: the page
 * has the title, and what it is about is fixed.
 */
export function PageSection({ children }: { children: ReactNode }) {
  return <SectionContext value={true}>{children}</SectionContext>;
}

export const useIsSection = (): boolean => use(SectionContext);
