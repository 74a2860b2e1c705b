import { expect, test } from 'vitest';
import { PLACES, type PlaceName } from '@/app/places/places';
import { screens } from '@/app/screens';
import { LIST_NAMES } from '@/features/lists/list-definition';
import { matchWords } from '@/features/search/match-words';
import type { Texts } from '@/lib/translation';
import en from '@/locales/en/places.json';
import es from '@/locales/es/places.json';

const TEXTS = { en, es };
const NAMES = Object.keys(PLACES) as PlaceName[];
const textsOf = (texts: Readonly<Record<string, string>>, name: PlaceName) => [
  texts[`title.${name}`] ?? '',
  texts[`words.${name}`] ?? '',
];

/** Words people use for what there is, and the place each must lead to. */
const ENGLISH: readonly (readonly [string, PlaceName])[] = [
  ['osha', 'safety'],
  ['incident', 'safety'],
  ['injury', 'safety'],
  ['extra work', 'extraWork'],
  ['ticket', 'extraWork'],
  ['change order', 'extraWorkOffice'],
  ['invoice', 'invoices'],
  ['bill rates', 'billRates'],
  ['site sign-in', 'siteSignIn'],
  ['visitor', 'siteSignIn'],
  ['crew clock', 'crewClock'],
  ['crew hours', 'crewHours'],
  ['gusto', 'payrollFiles'],
  ['adp', 'settingConnections'],
  ['paychex', 'settingConnections'],
  ['quickbooks', 'settingConnections'],
  ['certified payroll', 'certifiedPayroll'],
  ['wh-347', 'certifiedPayroll'],
  ['apprentice', 'apprentices'],
  ['fringe', 'fringePlans'],
  ['determination', 'determinations'],
  ['prevailing wage', 'determinations'],
  ['who changed', 'systemActivity'],
  ['history', 'systemActivity'],
  ['audit', 'systemActivity'],
  ['help', 'help'],
  ['publish', 'publishSchedule'],
  ['legal hold', 'settingRetention'],
  ['retention', 'settingRetention'],
  ['packet', 'packets'],
  ['evidence', 'packets'],
  ['print', 'printTime'],
  ['overtime report', 'overtimeReport'],
  ['labor burden', 'burden'],
  ['forms', 'forms'],
  ['toolbox talk', 'forms'],
  ['checklist', 'forms'],
  ['holiday', 'holidays'],
  ['break', 'breakBoard'],
  ['meal', 'breakTypes'],
  ['per diem', 'expensesOf'],
  ['mileage', 'expensesOf'],
  ['receipt', 'expensesOf'],
  ['expenses', 'expensesOf'],
  ['geofence', 'settingLocation'],
  ['kiosk', 'settingKiosks'],
  ['tablet', 'settingKiosks'],
  ['pin', 'settingKiosks'],
  ['roles', 'settingRoles'],
  ['permissions', 'settingRoles'],
  ['approval', 'settingApprovalChains'],
  ['custom fields', 'settingCustomFields'],
  ['tokens', 'settingDevelopers'],
  ['api', 'settingDevelopers'],
  ['webhooks', 'settingDevelopers'],
  ['sign in with google', 'settingLinkedAccounts'],
  ['single sign-on', 'settingSignInDomains'],
  ['backup', 'settingSystem'],
  ['update', 'settingSystem'],
  ['email', 'settingSystem'],
  ['text messages', 'settingTexts'],
  ['notifications', 'settingNotifications'],
  ['export everything', 'settingExportEverything'],
  ['import', 'imports'],
  ['undo import', 'imports'],
  ['certificates', 'certificates'],
  ['license', 'certificates'],
  ['roll call', 'rollCall'],
  ['portal', 'portals'],
  ['subcontractor', 'subcontractors'],
  ['daily report', 'dailyReport'],
  ['weather', 'dailyReport'],
  ['quantities', 'quantities'],
  ['forecast', 'forecasts'],
  ['what-if', 'forecasts'],
  ['open shifts', 'openShifts'],
  ['swap', 'openShifts'],
  ['availability', 'openShifts'],
  ['time off', 'timeOff'],
  ['accrual', 'timeOffTypes'],
  ['sick leave', 'timeOffTypes'],
  ['rounding', 'settingRounding'],
  ['time zone', 'settingCompany'],
  ['pay period', 'settingCompany'],
  ['lock', 'lockPeriod'],
  // What a fresh company's owner looks for.
  ['visitors', 'siteSignIn'],
  ['public work', 'publicWork'],
  ['custom field', 'settingCustomFields'],
  ['required certificates', 'requiredCertificates'],
  ['break board', 'breakBoard'],
  ['burden', 'burden'],
  ['phases', 'phases'],
  ['travel time', 'expenseRates'],
  ['crew clock', 'crewClock'],
  ['modules', 'settingModules'],
];
const SPANISH: readonly (readonly [string, PlaceName])[] = [
  ['osha', 'safety'],
  ['incidente', 'safety'],
  ['lesión', 'safety'],
  ['trabajo extra', 'extraWork'],
  ['ticket', 'extraWork'],
  ['orden de cambio', 'extraWorkOffice'],
  ['factura', 'invoices'],
  ['tarifas de facturación', 'billRates'],
  ['registro de obra', 'siteSignIn'],
  ['visitante', 'siteSignIn'],
  ['reloj de cuadrilla', 'crewClock'],
  ['horas de cuadrilla', 'crewHours'],
  ['gusto', 'payrollFiles'],
  ['adp', 'settingConnections'],
  ['paychex', 'settingConnections'],
  ['quickbooks', 'settingConnections'],
  ['nómina certificada', 'certifiedPayroll'],
  ['wh-347', 'certifiedPayroll'],
  ['aprendiz', 'apprentices'],
  ['prestaciones', 'fringePlans'],
  ['determinación', 'determinations'],
  ['salario prevaleciente', 'determinations'],
  ['quién cambió', 'systemActivity'],
  ['historial', 'systemActivity'],
  ['auditoría', 'systemActivity'],
  ['ayuda', 'help'],
  ['publicar', 'publishSchedule'],
  ['retención legal', 'settingRetention'],
  ['retención', 'settingRetention'],
  ['paquete', 'packets'],
  ['evidencia', 'packets'],
  ['imprimir', 'printTime'],
  ['horas extra', 'overtimeReport'],
  ['carga laboral', 'burden'],
  ['formularios', 'forms'],
  ['charla de seguridad', 'forms'],
  ['lista de verificación', 'forms'],
  ['festivo', 'holidays'],
  ['descanso', 'breakBoard'],
  ['comida', 'breakTypes'],
  ['viáticos', 'expensesOf'],
  ['millaje', 'expensesOf'],
  ['recibo', 'expensesOf'],
  ['gastos', 'expensesOf'],
  ['geocerca', 'settingLocation'],
  ['kiosco', 'settingKiosks'],
  ['tableta', 'settingKiosks'],
  ['pin', 'settingKiosks'],
  ['roles', 'settingRoles'],
  ['permisos', 'settingRoles'],
  ['aprobación', 'settingApprovalChains'],
  ['campos personalizados', 'settingCustomFields'],
  ['tokens', 'settingDevelopers'],
  ['api', 'settingDevelopers'],
  ['webhooks', 'settingDevelopers'],
  ['iniciar sesión con google', 'settingLinkedAccounts'],
  ['inicio de sesión único', 'settingSignInDomains'],
  ['respaldo', 'settingSystem'],
  ['actualización', 'settingSystem'],
  ['correo', 'settingSystem'],
  ['mensajes de texto', 'settingTexts'],
  ['notificaciones', 'settingNotifications'],
  ['exportar todo', 'settingExportEverything'],
  ['importar', 'imports'],
  ['deshacer importación', 'imports'],
  ['certificados', 'certificates'],
  ['licencia', 'certificates'],
  ['pase de lista', 'rollCall'],
  ['portal', 'portals'],
  ['subcontratista', 'subcontractors'],
  ['reporte diario', 'dailyReport'],
  ['clima', 'dailyReport'],
  ['cantidades', 'quantities'],
  ['pronóstico', 'forecasts'],
  ['simulación', 'forecasts'],
  ['turnos abiertos', 'openShifts'],
  ['intercambio', 'openShifts'],
  ['disponibilidad', 'openShifts'],
  ['tiempo libre', 'timeOff'],
  ['acumulación', 'timeOffTypes'],
  ['enfermedad', 'timeOffTypes'],
  ['redondeo', 'settingRounding'],
  ['zona horaria', 'settingCompany'],
  ['período de pago', 'settingCompany'],
  ['cerrar', 'lockPeriod'],
  ['visitantes', 'siteSignIn'],
  ['obra pública', 'publicWork'],
  ['campo personalizado', 'settingCustomFields'],
  ['certificados requeridos', 'requiredCertificates'],
  ['tablero de descansos', 'breakBoard'],
  ['fases', 'phases'],
  ['tiempo de viaje', 'expenseRates'],
  ['módulos', 'settingModules'],
];

test.each([
  ...ENGLISH.map(([word, place]) => ['en', word, place] as const),
  ...SPANISH.map(([word, place]) => ['es', word, place] as const),
])('%s: “%s” leads to %s', (language, word, place) => {
  const found = NAMES.filter((name) => matchWords(word, textsOf(TEXTS[language], name), true) > 0);
  expect(found).toContain(place);
  // The group of the settings shows six, the pages six.
  const alike = found.filter(
    (name) => (PLACES[name].kind === 'settings') === (PLACES[place].kind === 'settings'),
  );
  expect(alike.indexOf(place)).toBeLessThan(6);
});

const texts = import.meta.glob<Texts>('/src/locales/{en,es}/*.json', {
  eager: true,
  import: 'default',
});

test.each(['en', 'es'] as const)(
  'a card of the settings is named as on its page: %s',
  (language) => {
    for (const name of NAMES) {
      const card = new URLSearchParams(PLACES[name].path.split('?')[1]).get('card');
      if (card === null) continue;
      const [namespace = '', key = ''] = card.split(':');
      const shown = texts[`/src/locales/${language}/${namespace}.json`]?.[key];
      expect(TEXTS[language][`title.${name}`], name).toBe(shown);
    }
  },
);

test('each leads to a screen or a list there is', () => {
  const paths = new Set(screens.map(({ path = '' }) => `/${path.replace('/:page?', '')}`));
  for (const name of NAMES) {
    const [path = '', query] = PLACES[name].path.split('?');
    expect([...paths], name).toContain(path);
    const list = new URLSearchParams(query).get('list');
    if (list !== null) expect(LIST_NAMES, name).toContain(list);
  }
});

test('every screen is in the menu or on the map', async () => {
  const { navigation } = await import('@/app/shell/navigation');
  const known = new Set(
    [...navigation, ...NAMES.map((name) => PLACES[name])].map(({ path }) => path.split('?')[0]),
  );
  const needsMore = /:|^forms\/fill$/;
  const missing = screens
    .map(({ path = '' }) => path.replace('/:page?', ''))
    .filter((path) => !needsMore.test(path) && !known.has(`/${path}`));
  expect(missing).toEqual([]);
});
