import { Outlet } from 'react-router';
import { LanguageToggle } from '@/features/auth/components/language-toggle';
import { Pitch } from '@/features/auth/components/pitch';

export function Component() {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[1fr_1.1fr]">
      <div className="flex flex-col">
        <main className="grid flex-1 place-items-center px-5 py-8 sm:px-10">
          <div className="w-full max-w-[360px]">
            <Outlet />
          </div>
        </main>
        <div className="flex justify-center pb-4 lg:justify-start lg:px-5">
          <LanguageToggle />
        </div>
      </div>
      <Pitch />
    </div>
  );
}
