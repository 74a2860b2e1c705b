import '@/styles/main.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/app';
import { createAppRouter } from '@/app/router';
import { ServerUnreachable } from '@/app/server-unreachable';
import { readStoredEarly, sessionToOpenWith, watchSession } from '@/entities/session/session-store';
import { askFirstScreen } from '@/lib/ask-first-screen';
import { startI18n } from '@/lib/i18n';
import { connectSupabase } from '@/lib/supabase';

const container = document.getElementById('root');
if (!container) throw new Error('No #root in index.html');
const root = createRoot(container);

function begin(): void {
  // Words, the first screen's code and the backend's address are fetched side by side.
  const words = startI18n();
  readStoredEarly();
  setTimeout(() => void start(createAppRouter(), words));
}

async function start(
  router: ReturnType<typeof createAppRouter>,
  words: Promise<void>,
): Promise<void> {
  try {
    await connectSupabase();
    if (sessionToOpenWith()) askFirstScreen();
    watchSession();
    await words;
    // In slices, between which the page can be drawn and touched.
    startTransition(() =>
      root.render(
        <StrictMode>
          <App router={router} />
        </StrictMode>,
      ),
    );
  } catch (cause) {
    console.error(cause);
    await words;
    root.render(<ServerUnreachable onRetry={() => start(router, words)} />);
  }
}

// In tasks of their own, between which the page can be painted. Nor within the run of this file: a
// browser that notes who asked for what would read all of it again.
queueMicrotask(() => setTimeout(begin));
