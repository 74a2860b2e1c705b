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

  // Everyone will need the first words, and someone signed in the shell and the screen of this address:
  // they are fetched beside the app instead of after it has run. The list is written by the build
  // (scripts/first-screens.ts).
  const list = document.getElementById('first-screens');
  if (!list) return;
  const screens = JSON.parse(list.textContent);
  const files = (stored('chalkline.session') && screens[location.pathname]) || screens['*'];
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
