import type { ReactNode } from 'react';

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-[5px] border px-1.5 font-sans text-2xs text-faint leading-5">
      {children}
    </kbd>
  );
}
