import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { toast } from 'sonner';
import { App } from '@/app/app';
import { createAppRouter } from '@/app/router';
import { ViewerProvider } from '@/app/viewer-provider';
import { Toaster } from '@/components/ui/toaster';
import { closeQueue } from '@/entities/offline/event-queue';
import { forgetExpiredSession, sessionState, watchSession } from '@/entities/session/session-store';
import { type Role, type ViewerAnswer, viewerQuery } from '@/entities/viewer/viewer';
import { loadNamespaces, startI18n } from '@/lib/i18n';
import type { Language } from '@/lib/languages';
import { queryClient } from '@/lib/query-client';
import { connectSupabase, supabase } from '@/lib/supabase';
import { translate } from '@/lib/translation';
import type { Namespace } from '@/lib/translation-keys';
import { type Answers, type Backend, stubBackend } from '@/testing/backend';
import { session, viewerIn } from '@/testing/people';

interface Options {
  /** Who looks; `null` is nobody. An owner unless told. */
  readonly as?: Role | null;
  readonly viewer?: Partial<ViewerAnswer>;
  readonly answers?: Answers;
  readonly language?: Language;
}

interface PartOptions extends Options {
  readonly namespaces: readonly Namespace[];
  /** The address it is shown at; matters to what reads filters from there. */
  readonly at?: string;
}

interface Opened {
  readonly user: UserEvent;
  readonly backend: Backend;
}

let current: Backend | undefined;

/** What the sheet of the clock asks for ten seconds after the app opened: no more, on a slow machine, than a test takes. */
const ASKED_LATER: Answers = {
  'GET clock_questions': [],
  'GET clock_in_rules': [],
  'POST rpc/meters_to_read': [],
  'POST rpc/my_bulletins': [],
};

/** The whole app at an address, as after typing it: shell, guards, screen. */
export async function openApp(path: string, options: Options = {}): Promise<Opened> {
  window.history.replaceState(null, '', path);
  const backend = await connect({ ...options, answers: { ...ASKED_LATER, ...options.answers } });
  render(<App router={createAppRouter()} />);
  await screen.findByRole('heading', { level: 1 });
  return { user: userEvent.setup(), backend };
}

/** One component, with everything around it that it may ask for. */
export async function openPart(part: ReactNode, options: PartOptions): Promise<Opened> {
  const backend = await connect(options);
  await loadNamespaces([...options.namespaces, 'common', 'errors', 'refusals']);
  const { user } = sessionState();
  if (user) await queryClient.ensureQueryData(viewerQuery(user.id));
  const element = user ? <ViewerProvider>{part}</ViewerProvider> : part;
  const router = createMemoryRouter([{ path: '*', element: <Suspense>{element}</Suspense> }], {
    initialEntries: [options.at ?? '/'],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), backend };
}

async function connect(options: Options): Promise<Backend> {
  // What a server refuses is asked for again as in the app, without the seconds between.
  const defaults = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({
    ...defaults,
    queries: { ...defaults.queries, retryDelay: 0 },
  });
  const role = options.as === undefined ? 'owner' : options.as;
  // The styles of the toasts, which the DOM of the tests would match against every element it is asked about.
  for (const style of document.head.querySelectorAll('style')) style.remove();
  localStorage.setItem('chalkline.language', options.language ?? 'en');
  if (role) localStorage.setItem('chalkline.session', JSON.stringify(session()));
  const viewer = role
    ? {
        'POST rpc/viewer': viewerIn(role, options.viewer),
        'GET held_events': [],
        'GET notifications': [],
      }
    : {};
  current = stubBackend({ ...viewer, ...options.answers });
  // What the last test had begun to ask for when it ended.
  queryClient.clear();
  await startI18n();
  await connectSupabase();
  watchSession();
  await initialSession();
  return current;
}

/** The auth client tells who is signed in a moment after it was made, first to who asked first. */
function initialSession(): Promise<void> {
  return new Promise((resolve) => {
    supabase().auth.onAuthStateChange((event) => event === 'INITIAL_SESSION' && resolve());
  });
}

/** Between two tests: nobody is signed in and nothing is known. */
export async function forgetEverything(): Promise<void> {
  if (current) await supabase().auth.stopAutoRefresh();
  forgetExpiredSession();
  queryClient.clear();
  closeQueue();
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
}

/** For `setup.ts`: the requests of the last test that nobody answered. */
export function takeUnanswered(): readonly string[] {
  const { unanswered = [] } = current ?? {};
  current = undefined;
  return unanswered;
}

/** The words of a key in the language of the test, such as `words('projects:title')`. */
export function words(key: string, values: Record<string, unknown> = {}): string {
  const said = translate(key, values);
  if (said === key.slice(key.indexOf(':') + 1)) throw new Error(`No words for ${key}`);
  return said;
}
