import { LanguageToggle } from '@/features/auth/components/language-toggle';
import { MessageLinkScreen } from '@/features/message-links/message-link-screen';

/** Open to everyone: the link in the message and the proof it asks for are the permission. */
export function Component() {
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="mx-auto w-full max-w-[440px] flex-1 px-5 py-8">
        <MessageLinkScreen />
      </main>
      <div className="flex justify-center pb-4">
        <LanguageToggle />
      </div>
    </div>
  );
}
