// Runs before the first paint (the page's policy allows no inline script).
(() => {
  let choice = null;
  let language = null;
  try {
    choice = localStorage.getItem('chalkline.theme');
    language = localStorage.getItem('chalkline.language');
  } catch {
    // Storage may be blocked; the system's theme is used then.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.lang = (language || navigator.language || 'en').startsWith('es')
    ? 'es'
    : 'en';
})();
