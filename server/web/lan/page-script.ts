/**
 * Asks the HTTPS address whether this device trusts it, again whenever somebody comes back from the
 * settings. A refused certificate fails at once; a firewall that drops packets never answers.
 */
export const PAGE_SCRIPT = `
(() => {
  const box = document.getElementById('status');
  if (!box) return;
  let busy = false;
  const show = (state) => {
    box.dataset.state = state;
    for (const part of box.querySelectorAll('[data-when]')) part.hidden = part.dataset.when !== state;
  };
  const check = async () => {
    if (busy || document.hidden) return;
    busy = true;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), 8000);
    try {
      const response = await fetch(box.dataset.check, { cache: 'no-store', signal: limit.signal });
      show(response.ok ? 'ok' : 'silent');
    } catch {
      show(limit.signal.aborted ? 'silent' : 'untrusted');
    } finally {
      clearTimeout(timer);
      busy = false;
    }
  };
  for (const button of box.querySelectorAll('button')) {
    button.addEventListener('click', () => { show('checking'); check(); });
  }
  document.addEventListener('visibilitychange', check);
  addEventListener('pageshow', check);
  addEventListener('focus', check);
  setInterval(() => { if (box.dataset.state !== 'ok') check(); }, 10000);
  check();
})();
`;
