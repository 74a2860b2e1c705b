import type { Page } from '@playwright/test';
import { GENERAL_DECISION } from '../../e2e/support/general-decision.ts';
import { demoId } from './demo-id.ts';
import { type DemoServer, MOMENT } from './demo-server.ts';
import { doExtraWork } from './extra-work.ts';
import { growCompany, signInAndLog } from './larger-company.ts';
import { connectPrograms, invitedPath, invitePortalVisitor } from './other-programs.ts';
import { workOnPublicProject } from './public-week.ts';

export type Person = 'owner' | 'manager' | 'employee';
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Shot {
  readonly name: string;
  readonly path: string;
  readonly as?: Person;
  readonly on?: 'desk' | 'phone';
  readonly theme?: 'light' | 'dark';
  /** What is pressed first. */
  readonly open?: (page: Page) => Promise<void>;
  /** What happens first, once for all that name it. */
  readonly after?: (server: DemoServer) => Promise<void>;
  /** Both unless told. */
  readonly languages?: readonly Language[];
}

const HARBORVIEW = demoId('P100');
const PINE_HILL = demoId('P140');
const DAY = 86_400_000;
const yesterday = new Date(MOMENT.getTime() - DAY).toISOString().slice(0, 10);

/** A pasted determination, read line by line. */
async function readDetermination(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Paste a determination|Pegar una)/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('textarea').fill(GENERAL_DECISION);
  await dialog.getByRole('button', { name: /^(Read|Leer)/ }).click();
  await dialog.getByRole('checkbox').first().waitFor();
}

async function chooseFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Download|Descargar)$/ }).click();
  await page.getByRole('menuitem', { name: /^(File for|Archivo para)/ }).click();
  await page.getByRole('dialog').waitFor();
}

async function openTemplates(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Add from a template|Agregar de una plantilla)$/ })
    .click();
  await page.getByRole('dialog').waitFor();
}

async function openPacket(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^(History|Historial)$/ }).click();
  await page.getByRole('button', { name: /^(Claim packet|Paquete de reclamo)$/ }).click();
  await page.getByRole('dialog', { name: /^(Claim packet|Paquete de reclamo)/ }).waitFor();
}

/** A picture for every page of the guide, called like the page. */
const GUIDE: readonly Shot[] = [
  { name: 'dashboard', path: '/' },
  { name: 'time-tracker', path: '/time-tracker?period=week&group=employee' },
  { name: 'my-status', path: '/my-status', as: 'employee', on: 'phone' },
  { name: 'payroll', path: '/payroll' },
  { name: 'public-work', path: '/public-work' },
  { name: 'public-work-contract', path: `/projects?project=${PINE_HILL}&tab=public-work` },
  {
    name: 'public-work-determinations',
    path: `/projects?project=${PINE_HILL}&tab=public-work`,
    open: readDetermination,
  },
  { name: 'employees', path: '/employees' },
  { name: 'projects', path: '/projects' },
  { name: 'cost-codes', path: '/cost-codes' },
  { name: 'equipment', path: '/equipment' },
  { name: 'photos', path: '/photos' },
  { name: 'documents', path: '/documents?view=required' },
  { name: 'scheduling', path: '/scheduling' },
  { name: 'map', path: `/map?project=${HARBORVIEW}` },
  { name: 'budgets', path: `/budgets?project=${HARBORVIEW}` },
  { name: 'bulletin', path: '/bulletin' },
  { name: 'management', path: '/management' },
  { name: 'activity-reports', path: '/activity-reports' },
  { name: 'progress', path: `/progress?project=${HARBORVIEW}`, on: 'phone' },
  { name: 'verification', path: '/verification' },
  { name: 'verification-forms', path: '/forms?tab=forms', open: openTemplates },
  { name: 'field-reports', path: `/field-reports?report=${HARBORVIEW}&date=${yesterday}` },
  { name: 'settings', path: '/settings?tab=company' },
  { name: 'settings-retention', path: '/settings?tab=records&card=retention:title' },
  { name: 'settings-connections', path: '/settings?tab=connections' },
  {
    name: 'settings-quickbooks-online',
    path: '/settings?tab=connections&setup=quickbooks_online',
  },
  {
    name: 'settings-quickbooks-desktop',
    path: '/settings?tab=connections&setup=quickbooks_desktop',
  },
  { name: 'settings-adp', path: '/settings?tab=connections&setup=adp' },
  { name: 'settings-paychex', path: '/settings?tab=connections&setup=paychex' },
  { name: 'payroll-results', path: '/payroll?view=results' },
  { name: 'expenses', path: '/expenses' },
  {
    name: 'employees-packet',
    path: `/employees?employee=${demoId('Pete Kowalski')}`,
    open: openPacket,
  },
  {
    name: 'my-status-record',
    path: '/my-status',
    as: 'employee',
    on: 'phone',
    open: (page) =>
      page
        .getByRole('button', { name: /^(Download my record|Descargar mi registro)$/ })
        .scrollIntoViewIfNeeded(),
  },
];

/** They need what the demo does not have. */
const MADE: readonly Shot[] = [
  {
    name: 'verification-site-sign-in',
    path: `/site-sign-in?project=${HARBORVIEW}`,
    after: signInAndLog,
  },
  { name: 'verification-safety', path: '/safety', after: signInAndLog },
  {
    name: 'settings-roles',
    path: '/settings?tab=rights&card=company-roles:title',
    after: growCompany,
  },
  {
    name: 'settings-approvals',
    path: '/settings?tab=rights&card=approval-chains:title',
    after: growCompany,
  },
  {
    name: 'settings-fields',
    path: '/settings?tab=rights&card=custom-fields:title',
    after: growCompany,
  },
  {
    name: 'employees-certificates',
    path: '/management?list=certification_requirements',
    after: growCompany,
  },
  { name: 'tickets', path: '/tickets', on: 'phone', after: doExtraWork },
  { name: 'tickets-office', path: '/tickets/office', after: doExtraWork },
  { name: 'settings-developers', path: '/settings?tab=developers', after: connectPrograms },
  {
    name: 'projects-portal',
    path: '/',
    open: async (page) => void (await page.goto(invitedPath())),
    after: invitePortalVisitor,
  },
];

/** The last ones: they need people on the public project. */
const PUBLIC_WEEK: readonly Shot[] = [
  { name: 'public-work-fringe', path: '/public-work?tab=fringe' },
  { name: 'public-work-apprentices', path: '/public-work?tab=apprentices' },
  { name: 'public-work-facts', path: '/public-work?tab=facts' },
  { name: 'public-work-owed', path: '/public-work?tab=owed' },
  {
    name: 'public-work-certified',
    path: `/public-work?tab=certified&project=${PINE_HILL}&week=2026-11-07`,
  },
  {
    name: 'public-work-files',
    path: `/public-work?tab=certified&project=${PINE_HILL}&week=2026-11-07`,
    open: chooseFile,
  },
  { name: 'public-work-handoff', path: `/public-work?tab=handoff&project=${PINE_HILL}` },
].map((shot) => ({ ...shot, after: workOnPublicProject }));

/** More for the readme, in English. */
const README: readonly Shot[] = [
  { name: 'dashboard-dark', path: '/', theme: 'dark' },
  { name: 'payroll-dark', path: '/payroll', theme: 'dark' },
  { name: 'scheduling-dark', path: '/scheduling', theme: 'dark' },
  { name: 'my-status-dark', path: '/my-status', as: 'employee', on: 'phone', theme: 'dark' },
  { name: 'dashboard-phone', path: '/', on: 'phone' },
  { name: 'dashboard-phone-dark', path: '/', on: 'phone', theme: 'dark' },
].map((shot) => ({ ...shot, languages: ['en'] }) as Shot);

export const SHOTS: readonly Shot[] = [...GUIDE, ...README, ...MADE, ...PUBLIC_WEEK];
