// Runs before the first paint (the page's policy allows no inline script).
(() => {
  const stored = (key, storage = 'localStorage') => {
    try {
      return window[storage].getItem(key);
    } catch {
      // Storage may be blocked: the system's theme and language are used then, and nobody is signed in.
      return null;
    }
  };
  const theme = stored('chalkline.theme');
  const dark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const language = (stored('chalkline.language') || navigator.language || 'en').startsWith('es')
    ? 'es'
    : 'en';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.lang = language;
  // The router looks into it. The first look waits for the browser; here, files are awaited anyway.
  stored('', 'sessionStorage');

  const read = (key) => {
    try {
      return JSON.parse(stored(key));
    } catch {
      return null;
    }
  };
  const session = read('chalkline.session');

  // The icon opens `/`: a worker's clock and a foreman's crew are known before any code is chosen
  // (src/entities/viewer/start-address.ts).
  const [owner, start] = (stored('chalkline.start') ?? '').split(' ');
  if (start && session?.user?.id === owner && location.href === `${location.origin}/`) {
    history.replaceState(history.state, '', start);
    document.documentElement.dataset.start = start;
  }

  // What the first screen shows is asked for before the app runs, with a token that lasts
  // (src/lib/ask-first-screen.ts). What is refused is asked for by the app.
  const screen = {
    '/': 'dashboard',
    '/crew': 'crew',
    '/my-status': 'my_status',
    '/payroll': 'payroll',
    '/time-tracker': 'time_tracker',
  }[location.pathname];
  const config = read('chalkline.config');
  const token = session?.access_token;
  const lasts = session?.expires_at * 1000 > Date.now() + 60_000;
  if (screen && config && token && lasts && !location.hash && navigator.onLine) {
    const answer = fetch(`${config.supabaseUrl.replace(/\/*$/, '')}/rest/v1/rpc/first_screen`, {
      method: 'POST',
      headers: {
        apikey: config.supabaseAnonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ screen_param: screen }),
    }).then(async (response) => ({
      receivedAt: Date.now(),
      body: response.ok ? await response.json() : null,
    }));
    answer.catch(() => undefined);
    window.firstScreen = { token, sentAt: Date.now(), answer };
  }

  // Everyone will need the first words, and someone signed in the shell and the screen of this address:
  // they are fetched beside the app instead of after it has run. The list is written by the build
  // (scripts/first-screens.ts).
  const list = document.getElementById('first-screens');
  if (!list) return;
  const screens = JSON.parse(list.textContent);
  const files = (session && screens[location.pathname]) || screens['*'];
  for (const index of [...files.code, ...files[language]]) {
    const file = screens.files[index];
    const link = document.createElement('link');
    // Not `modulepreload`: a module that failed once is not asked for again by most browsers.
    link.rel = 'preload';
    link.as = file.endsWith('.css') ? 'style' : 'script';
    link.crossOrigin = '';
    link.href = file;
    // Read by src/lib/fetch-code.ts, which may run before or after it is here.
    link.dataset.first = 'coming';
    link.onload = () => {
      link.dataset.first = 'here';
    };
    document.head.append(link);
  }
})();
