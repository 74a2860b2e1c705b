import type { Language } from '../../mail/languages.ts';
import { escapeHtml } from '../../mail/mail-template.ts';
import type { LanAddresses } from '../../tls/lan/lan-addresses.ts';
import type { Device } from './device.ts';
import { guideHtml } from './guide.ts';
import { guidesEn } from './guides-en.ts';
import { guidesEs } from './guides-es.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';
import { fill, PAGE_TEXT, type PageText } from './page-text.ts';

export interface LanPage {
  readonly language: Language;
  readonly device: Device;
  readonly addresses: LanAddresses;
  readonly httpsPort: number;
  /** A QR code of the page's address, as SVG. */
  readonly code: string;
  /** Null while it could not be made or stored. */
  readonly authority: { readonly name: string; readonly fingerprint: string } | null;
}

/** What a phone or computer needs once to trust this server. Works without its script, too. */
export function lanPage(page: LanPage): string {
  const text = PAGE_TEXT[page.language];
  if (page.authority === null) {
    return documentHtml(
      page.language,
      text.missing.title,
      `<p class="lead">${text.missing.text}</p>`,
    );
  }
  const { authority, device } = page;
  const guides = (page.language === 'es' ? guidesEs : guidesEn)(authority.name);
  const guideList = [...guides]
    .sort((one, other) => Number(other.device === device) - Number(one.device === device))
    .map((guide) => guideHtml(guide, '/lan/authority', guide.device === device));
  return documentHtml(
    page.language,
    text.title,
    `<p class="lead">${text.lead}</p>
<div class="columns">
<div>
${statusHtml(page, text)}
<section aria-labelledby="steps"><h2 id="steps">${text.steps}</h2><div class="guides">${guideList.join('\n')}</div></section>
</div>
<div>
${addressHtml(page, text)}
<section class="card" aria-labelledby="about"><h2 id="about">${text.about.title}</h2>
<p>${text.about.limits}</p><p class="quiet">${text.about.fingerprint}</p><p class="fingerprint">${authority.fingerprint.replaceAll(/((?:\w\w:){4})/g, '$1<wbr>')}</p><p class="quiet">${text.about.remove}</p></section>
</div>
</div>`,
  );
}

/** For a server that speaks plain HTTP alone: what is missing and the commands that change it. */
export function httpsOffPage(language: Language): string {
  const { off } = PAGE_TEXT[language];
  return documentHtml(
    language,
    off.title,
    `<p class="lead">${off.lead}</p>
<div class="columns"><div><section class="card">
<p>${off.lan}</p><pre>LAN=1 npm start</pre>
<p>${off.domain}</p><pre>DOMAIN=time.example.com npm start</pre>
<p class="quiet">${off.after}</p>
</section></div></div>`,
  );
}

function statusHtml({ addresses, httpsPort, device }: LanPage, { status }: PageText): string {
  const values = { address: addresses.reached, port: String(httpsPort) };
  const open = escapeHtml(addresses.reached);
  const missing = device === 'iphone' ? status.untrustedIphone : status.untrustedText;
  const again = `<button type="button">${status.again}</button>`;
  return `<section class="card" id="status" role="status" data-state="checking" data-check="${open}/lan/check">
<h2>${status.title}</h2>
<div data-when="checking"><p class="state">${status.checking}</p></div>
<div data-when="ok" hidden><p class="state">${icon('M5 12.5l4.5 4.5L19 7.5')}${status.ok}</p><p>${status.okText}</p><a class="button" href="${open}/">${status.open}</a></div>
<div data-when="untrusted" hidden><p class="state">${icon('M12 8v5m0 3.5v.01M12 3 2.5 20h19z')}${status.untrusted}</p><p>${missing}</p>${again}</div>
<div data-when="silent" hidden><p class="state">${icon('M6 6l12 12M18 6 6 18')}${escapeHtml(fill(status.silent, values))}</p><p>${escapeHtml(fill(status.silentText, values))}</p>${again}</div>
<noscript><p>${escapeHtml(fill(status.noScript, values))}</p></noscript>
</section>`;
}

function addressHtml({ addresses, code }: LanPage, { address }: PageText): string {
  const link = (url: string) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
  const scan = escapeHtml(address.scan).replace('{address}', `<b>${link(addresses.page)}</b>`);
  const apps = [addresses.app, ...addresses.others].map((url) => `<br>${link(url)}`);
  return `<section class="card" aria-labelledby="address"><h2 id="address">${address.title}</h2>
<div class="code" aria-hidden="true">${code}</div>
<p>${scan}</p><p class="quiet">${address.also}${apps.join('')}</p></section>`;
}

function documentHtml(language: Language, title: string, body: string): string {
  const languages = [
    ['en', 'English'],
    ['es', 'Español'],
  ].map(([tag, name]) => {
    const current = tag === language ? ' aria-current="true"' : '';
    return `<a href="?lang=${tag}" hreflang="${tag}" lang="${tag}"${current}>${name}</a>`;
  });
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Chalkline</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<div class="page">
<header><span class="mark">Chalkline<svg viewBox="0 0 96 5" aria-hidden="true"><path d="M1 3.2C18 1.6 34 3.8 52 2.4S84 2.2 95 2.6" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-dasharray="30 .8 22 1.4 40"/></svg></span><nav aria-label="${PAGE_TEXT[language].language}">${languages.join('')}</nav></header>
<main><h1>${title}</h1>
${body}
</main>
</div>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

function icon(path: string): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
}
