import type accounting from '../locales/en/accounting.json';
import type accountingPayroll from '../locales/en/accounting-payroll.json';
import type accountingQuickbooks from '../locales/en/accounting-quickbooks.json';
import type activityReports from '../locales/en/activity-reports.json';
import type agencyFiles from '../locales/en/agency-files.json';
import type apprentices from '../locales/en/apprentices.json';
import type approvalChains from '../locales/en/approval-chains.json';
import type auth from '../locales/en/auth.json';
import type bell from '../locales/en/bell.json';
import type billing from '../locales/en/billing.json';
import type breakBoard from '../locales/en/break-board.json';
import type budgets from '../locales/en/budgets.json';
import type bulletin from '../locales/en/bulletin.json';
import type certifiedPayroll from '../locales/en/certified-payroll.json';
import type classification from '../locales/en/classification.json';
import type clockRules from '../locales/en/clock-rules.json';
import type clockStops from '../locales/en/clock-stops.json';
import type common from '../locales/en/common.json';
import type companies from '../locales/en/companies.json';
import type companyRoles from '../locales/en/company-roles.json';
import type conflict from '../locales/en/conflict.json';
import type copying from '../locales/en/copying.json';
import type costCodes from '../locales/en/cost-codes.json';
import type crew from '../locales/en/crew.json';
import type crewHours from '../locales/en/crew-hours.json';
import type customFields from '../locales/en/custom-fields.json';
import type dashboard from '../locales/en/dashboard.json';
import type determinations from '../locales/en/determinations.json';
import type developers from '../locales/en/developers.json';
import type documents from '../locales/en/documents.json';
import type employees from '../locales/en/employees.json';
import type equipment from '../locales/en/equipment.json';
import type errors from '../locales/en/errors.json';
import type expenses from '../locales/en/expenses.json';
import type exportsNamespace from '../locales/en/exports.json';
import type fieldReports from '../locales/en/field-reports.json';
import type fileTemplate from '../locales/en/file-template.json';
import type forgottenPunch from '../locales/en/forgotten-punch.json';
import type formFill from '../locales/en/form-fill.json';
import type forms from '../locales/en/forms.json';
import type fringe from '../locales/en/fringe.json';
import type handoff from '../locales/en/handoff.json';
import type help from '../locales/en/help.json';
import type hourValue from '../locales/en/hour-value.json';
import type importFaults from '../locales/en/import-faults.json';
import type imports from '../locales/en/imports.json';
import type kiosk from '../locales/en/kiosk.json';
import type ledger from '../locales/en/ledger.json';
import type lists from '../locales/en/lists.json';
import type machineShares from '../locales/en/machine-shares.json';
import type map from '../locales/en/map.json';
import type messageLink from '../locales/en/message-link.json';
import type modules from '../locales/en/modules.json';
import type myCertifiedPayroll from '../locales/en/my-certified-payroll.json';
import type myRecord from '../locales/en/my-record.json';
import type myShifts from '../locales/en/my-shifts.json';
import type myStatus from '../locales/en/my-status.json';
import type notifications from '../locales/en/notifications.json';
import type offline from '../locales/en/offline.json';
import type onboarding from '../locales/en/onboarding.json';
import type owedWages from '../locales/en/owed-wages.json';
import type packets from '../locales/en/packets.json';
import type payroll from '../locales/en/payroll.json';
import type payrollFacts from '../locales/en/payroll-facts.json';
import type phases from '../locales/en/phases.json';
import type photos from '../locales/en/photos.json';
import type places from '../locales/en/places.json';
import type plainHttp from '../locales/en/plain-http.json';
import type portal from '../locales/en/portal.json';
import type portalLinks from '../locales/en/portal-links.json';
import type progress from '../locales/en/progress.json';
import type projects from '../locales/en/projects.json';
import type publicContract from '../locales/en/public-contract.json';
import type publicWork from '../locales/en/public-work.json';
import type push from '../locales/en/push.json';
import type quickbooksDesktop from '../locales/en/quickbooks-desktop.json';
import type refusals from '../locales/en/refusals.json';
import type requiredCertificates from '../locales/en/required-certificates.json';
import type retention from '../locales/en/retention.json';
import type safety from '../locales/en/safety.json';
import type scheduling from '../locales/en/scheduling.json';
import type search from '../locales/en/search.json';
import type settings from '../locales/en/settings.json';
import type sharedPhotos from '../locales/en/shared-photos.json';
import type shell from '../locales/en/shell.json';
import type signInProviders from '../locales/en/sign-in-providers.json';
import type signedTimesheet from '../locales/en/signed-timesheet.json';
import type siteSignIn from '../locales/en/site-sign-in.json';
import type siteVisit from '../locales/en/site-visit.json';
import type subcontractor from '../locales/en/subcontractor.json';
import type system from '../locales/en/system.json';
import type systemReports from '../locales/en/system-reports.json';
import type texts from '../locales/en/texts.json';
import type ticketCopy from '../locales/en/ticket-copy.json';
import type tickets from '../locales/en/tickets.json';
import type timeOff from '../locales/en/time-off.json';
import type timeTracker from '../locales/en/time-tracker.json';
import type timer from '../locales/en/timer.json';
import type unsubscribe from '../locales/en/unsubscribe.json';
import type verification from '../locales/en/verification.json';
import type weather from '../locales/en/weather.json';
import type webhooks from '../locales/en/webhooks.json';
import type verify from '../verify/texts/en.json';

/** A new namespace is two JSON files and one line here. */
interface Namespaces {
  accounting: typeof accounting;
  'accounting-payroll': typeof accountingPayroll;
  'accounting-quickbooks': typeof accountingQuickbooks;
  'activity-reports': typeof activityReports;
  'agency-files': typeof agencyFiles;
  'file-template': typeof fileTemplate;
  apprentices: typeof apprentices;
  auth: typeof auth;
  bell: typeof bell;
  budgets: typeof budgets;
  bulletin: typeof bulletin;
  'certified-payroll': typeof certifiedPayroll;
  'approval-chains': typeof approvalChains;
  common: typeof common;
  companies: typeof companies;
  'company-roles': typeof companyRoles;
  conflict: typeof conflict;
  'custom-fields': typeof customFields;
  copying: typeof copying;
  'cost-codes': typeof costCodes;
  'break-board': typeof breakBoard;
  crew: typeof crew;
  classification: typeof classification;
  'clock-rules': typeof clockRules;
  'clock-stops': typeof clockStops;
  'crew-hours': typeof crewHours;
  dashboard: typeof dashboard;
  determinations: typeof determinations;
  developers: typeof developers;
  documents: typeof documents;
  employees: typeof employees;
  equipment: typeof equipment;
  errors: typeof errors;
  expenses: typeof expenses;
  exports: typeof exportsNamespace;
  'field-reports': typeof fieldReports;
  'forgotten-punch': typeof forgottenPunch;
  'form-fill': typeof formFill;
  forms: typeof forms;
  fringe: typeof fringe;
  handoff: typeof handoff;
  help: typeof help;
  'hour-value': typeof hourValue;
  modules: typeof modules;
  'my-certified-payroll': typeof myCertifiedPayroll;
  'owed-wages': typeof owedWages;
  packets: typeof packets;
  'import-faults': typeof importFaults;
  imports: typeof imports;
  kiosk: typeof kiosk;
  ledger: typeof ledger;
  lists: typeof lists;
  'machine-shares': typeof machineShares;
  map: typeof map;
  'message-link': typeof messageLink;
  'my-record': typeof myRecord;
  'my-shifts': typeof myShifts;
  'my-status': typeof myStatus;
  notifications: typeof notifications;
  offline: typeof offline;
  onboarding: typeof onboarding;
  payroll: typeof payroll;
  billing: typeof billing;
  'payroll-facts': typeof payrollFacts;
  phases: typeof phases;
  photos: typeof photos;
  'plain-http': typeof plainHttp;
  portal: typeof portal;
  'portal-links': typeof portalLinks;
  refusals: typeof refusals;
  'required-certificates': typeof requiredCertificates;
  retention: typeof retention;
  safety: typeof safety;
  progress: typeof progress;
  projects: typeof projects;
  'public-contract': typeof publicContract;
  'public-work': typeof publicWork;
  push: typeof push;
  'quickbooks-desktop': typeof quickbooksDesktop;
  scheduling: typeof scheduling;
  places: typeof places;
  search: typeof search;
  settings: typeof settings;
  'shared-photos': typeof sharedPhotos;
  shell: typeof shell;
  'sign-in-providers': typeof signInProviders;
  'signed-timesheet': typeof signedTimesheet;
  'site-sign-in': typeof siteSignIn;
  'site-visit': typeof siteVisit;
  subcontractor: typeof subcontractor;
  system: typeof system;
  'system-reports': typeof systemReports;
  'ticket-copy': typeof ticketCopy;
  tickets: typeof tickets;
  texts: typeof texts;
  'time-off': typeof timeOff;
  'time-tracker': typeof timeTracker;
  timer: typeof timer;
  unsubscribe: typeof unsubscribe;
  verification: typeof verification;
  verify: typeof verify;
  weather: typeof weather;
  webhooks: typeof webhooks;
}

export type Namespace = keyof Namespaces;

/** `days_one` and `days_other` are asked for as `days`, with a count. */
type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${'one' | 'other'}`
  ? Key | Stem
  : Key;

type KeysOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? WithoutPlural<Key>
    : `${Key}.${KeysOf<Texts[Key]>}`;
}[keyof Texts & string];

type Keys = { [Name in Namespace]: KeysOf<Namespaces[Name]> };
type KeysWithNamespace = { [Name in Namespace]: `${Name}:${Keys[Name]}` };

/** What stands under a key: `field.name` is `name` under `field`. */
export type NameUnder<Name extends Namespace, Under extends string> = Keys[Name] extends infer Key
  ? Key extends `${Under}.${infer Last}`
    ? Last
    : never
  : never;

/** Every key of `First`, and with their namespace those of `Others`. */
export type TextKey<First extends Namespace, Others extends Namespace = First> =
  | Keys[First]
  | KeysWithNamespace[First | Others];
