/** The tokens of the app (src/styles/tokens.css), and what this one page needs. */
export const PAGE_STYLE = `
:root { color-scheme: light; --background: oklch(0.985 0.003 85); --surface: oklch(1 0 0); --sunken: oklch(0.967 0.004 85); --border: oklch(0.905 0.006 80); --strong: oklch(0.64 0.01 80); --foreground: oklch(0.235 0.012 60); --muted: oklch(0.46 0.014 60); --primary: oklch(0.5 0.17 256); --primary-hover: oklch(0.44 0.17 256); --on-primary: oklch(0.99 0 0); --primary-soft: oklch(0.955 0.025 256); --attention: oklch(0.47 0.1 70); --attention-soft: oklch(0.97 0.04 90); --success: oklch(0.44 0.11 152); --success-soft: oklch(0.965 0.03 155); --danger: oklch(0.53 0.2 27); --danger-soft: oklch(0.965 0.02 20) }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; --background: oklch(0.175 0.008 65); --surface: oklch(0.215 0.009 65); --sunken: oklch(0.195 0.008 65); --border: oklch(0.3 0.01 65); --strong: oklch(0.54 0.012 65); --foreground: oklch(0.955 0.005 85); --muted: oklch(0.77 0.01 80); --primary: oklch(0.72 0.13 252); --primary-hover: oklch(0.78 0.12 252); --on-primary: oklch(0.18 0.03 256); --primary-soft: oklch(0.29 0.06 256); --attention: oklch(0.85 0.12 85); --attention-soft: oklch(0.29 0.05 80); --success: oklch(0.8 0.12 152); --success-soft: oklch(0.28 0.05 155); --danger: oklch(0.74 0.15 25); --danger-soft: oklch(0.28 0.07 22) } }
* { box-sizing: border-box }
[hidden] { display: none !important }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--background); color: var(--foreground); font: 16px/1.5 Inter, system-ui, sans-serif }
.page { max-width: 1040px; margin: 0 auto; padding: 0 16px 64px }
header { display: flex; align-items: center; justify-content: space-between; padding: 16px 0 }
.mark { font-weight: 700; font-size: 19px; line-height: 24px; letter-spacing: -0.02em }
.mark svg { display: block; width: 92px; height: 5px; margin-top: 1px; color: var(--primary) }
nav { display: flex; gap: 4px }
nav a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 12px; border-radius: 8px; color: var(--muted); text-decoration: none }
nav a[aria-current] { color: var(--foreground); background: var(--surface); box-shadow: inset 0 0 0 1px var(--border); font-weight: 620 }
h1 { margin: 8px 0; font-size: 26px; line-height: 1.2; letter-spacing: -0.02em }
h2 { margin: 0 0 8px; font-size: 18px; line-height: 1.3 }
p { margin: 0 }
p + p, p + .button { margin-top: 12px }
a { color: var(--primary); overflow-wrap: anywhere }
.lead { max-width: 62ch; color: var(--muted) }
.quiet { color: var(--muted); font-size: 14px }
.columns { display: grid; gap: 20px; margin-top: 20px }
.columns > * { display: grid; gap: 20px; align-content: start; min-width: 0 }
.card, .guide { border: 1px solid var(--border); border-radius: 12px; background: var(--surface) }
.card { padding: 16px }
#status { border-left: 5px solid var(--strong) }
#status[data-state=ok] { border-color: var(--success); background: var(--success-soft) }
#status[data-state=untrusted] { border-color: var(--attention); background: var(--attention-soft) }
#status[data-state=silent] { border-color: var(--danger); background: var(--danger-soft) }
#status h2 { font-size: 14px; font-weight: 500; margin: 0; color: var(--muted) }
#status .state { display: flex; align-items: center; gap: 10px; margin-bottom: 8px; font-size: 20px; font-weight: 650; overflow-wrap: anywhere }
#status .state svg { flex: none; width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }
[data-when=ok] .state { color: var(--success) }
[data-when=untrusted] .state { color: var(--attention) }
[data-when=silent] .state { color: var(--danger) }
.button, button { display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 48px; padding: 8px 20px; border: 0; border-radius: 8px; background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 620; text-decoration: none; cursor: pointer }
.button:hover { background: var(--primary-hover) }
.button svg { width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }
button { margin-top: 12px; background: none; color: var(--foreground); box-shadow: inset 0 0 0 1px var(--strong) }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px }
.guides { display: grid; gap: 8px }
.guide summary { display: flex; align-items: center; justify-content: space-between; min-height: 52px; padding: 8px 16px; font-weight: 620; cursor: pointer; list-style: none; border-radius: 12px }
.guide summary::-webkit-details-marker { display: none }
.guide summary::after { content: ''; width: 9px; height: 9px; margin-right: 4px; border: solid var(--muted); border-width: 0 2px 2px 0; transform: rotate(45deg) }
.guide[open] summary::after { transform: rotate(225deg) }
.guide-body { padding: 4px 16px 20px }
.steps { display: grid; gap: 20px; margin: 20px 0 0; padding: 0; list-style: none; counter-reset: step }
.steps li { display: grid; grid-template-columns: 32px 1fr; gap: 12px; counter-increment: step }
.steps li::before { content: counter(step); display: grid; place-items: center; width: 28px; height: 28px; border-radius: 50%; background: var(--primary-soft); color: var(--primary); font-weight: 650; font-size: 15px }
.steps li > * { grid-column: 2; min-width: 0 }
.steps li > p { grid-row: 1 }
.guide-body > .quiet { margin-top: 20px }
.screen { max-width: 320px; overflow: hidden; border: 1px solid var(--border); background: var(--sunken); font-size: 14px; line-height: 1.35 }
.screen.phone { border: 4px solid var(--strong); border-bottom: 0; border-radius: 26px 26px 0 0; padding: 8px 10px 14px }
.screen.window { max-width: 400px; border-radius: 8px; padding: 0 10px 12px }
.screen-title { padding: 8px 4px; font-weight: 650; text-align: center }
.screen.window .screen-title { margin: 0 -10px 10px; padding: 6px 12px; border-bottom: 1px solid var(--border); text-align: left; background: var(--surface) }
.row { display: flex; align-items: center; gap: 10px; min-height: 40px; padding: 8px 12px; background: var(--surface) }
.row + .row { border-top: 1px solid var(--border) }
.row span { flex: 1; min-width: 0; overflow-wrap: anywhere }
.row.text { background: none; color: var(--muted); border: 0 }
.row.button { justify-content: center; min-height: 40px; border: 0; border-radius: 8px; background: none; color: var(--primary); font-weight: 620; text-align: center }
.row.marked { background: var(--primary-soft); box-shadow: inset 0 0 0 2px var(--primary); border-radius: 8px; font-weight: 620 }
.further { width: 7px; height: 7px; border: solid var(--muted); border-width: 2px 2px 0 0; transform: rotate(45deg) }
.switch { flex: none; width: 40px; height: 24px; border-radius: 12px; background: var(--success); position: relative }
.switch::after { content: ''; position: absolute; top: 2px; right: 2px; width: 20px; height: 20px; border-radius: 50%; background: #fff }
.radio { flex: none; width: 16px; height: 16px; border: 2px solid var(--strong); border-radius: 50% }
.marked .radio { border: 5px solid var(--primary) }
.code { width: 100%; max-width: 240px; margin: 12px auto; padding: 8px; border-radius: 8px; background: #fff }
.code svg { display: block; width: 100%; height: auto }
.address { font-weight: 620 }
code, .fingerprint { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; word-break: keep-all }
.fingerprint { padding: 8px 10px; border-radius: 8px; background: var(--sunken) }
pre { margin: 8px 0 16px; padding: 12px; overflow-x: auto; border-radius: 8px; background: var(--sunken); font: 14px/1.5 ui-monospace, monospace }
@media (min-width: 900px) { h1 { font-size: 30px } .columns { grid-template-columns: minmax(0, 1fr) 320px; gap: 28px } }
`;
