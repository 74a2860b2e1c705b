import type activityReports from '../locales/en/activity-reports.json';
import type auth from '../locales/en/auth.json';
import type budgets from '../locales/en/budgets.json';
import type bulletin from '../locales/en/bulletin.json';
import type common from '../locales/en/common.json';
import type costCodes from '../locales/en/cost-codes.json';
import type crewHours from '../locales/en/crew-hours.json';
import type dashboard from '../locales/en/dashboard.json';
import type documents from '../locales/en/documents.json';
import type employees from '../locales/en/employees.json';
import type equipment from '../locales/en/equipment.json';
import type errors from '../locales/en/errors.json';
import type exportsNamespace from '../locales/en/exports.json';
import type fieldReports from '../locales/en/field-reports.json';
import type importNamespace from '../locales/en/import.json';
import type imports from '../locales/en/imports.json';
import type kiosk from '../locales/en/kiosk.json';
import type lists from '../locales/en/lists.json';
import type map from '../locales/en/map.json';
import type myStatus from '../locales/en/my-status.json';
import type offline from '../locales/en/offline.json';
import type onboarding from '../locales/en/onboarding.json';
import type payroll from '../locales/en/payroll.json';
import type progress from '../locales/en/progress.json';
import type projects from '../locales/en/projects.json';
import type scheduling from '../locales/en/scheduling.json';
import type search from '../locales/en/search.json';
import type settings from '../locales/en/settings.json';
import type shell from '../locales/en/shell.json';
import type systemReports from '../locales/en/system-reports.json';
import type timeOff from '../locales/en/time-off.json';
import type timeTracker from '../locales/en/time-tracker.json';
import type timer from '../locales/en/timer.json';
import type unsubscribe from '../locales/en/unsubscribe.json';
import type verification from '../locales/en/verification.json';

/** Makes `t('…')` know every key. A new namespace is two JSON files and one line here. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      'activity-reports': typeof activityReports;
      auth: typeof auth;
      budgets: typeof budgets;
      bulletin: typeof bulletin;
      common: typeof common;
      'cost-codes': typeof costCodes;
      'crew-hours': typeof crewHours;
      dashboard: typeof dashboard;
      documents: typeof documents;
      employees: typeof employees;
      equipment: typeof equipment;
      errors: typeof errors;
      exports: typeof exportsNamespace;
      'field-reports': typeof fieldReports;
      import: typeof importNamespace;
      imports: typeof imports;
      kiosk: typeof kiosk;
      lists: typeof lists;
      map: typeof map;
      'my-status': typeof myStatus;
      offline: typeof offline;
      onboarding: typeof onboarding;
      payroll: typeof payroll;
      progress: typeof progress;
      projects: typeof projects;
      scheduling: typeof scheduling;
      search: typeof search;
      settings: typeof settings;
      shell: typeof shell;
      'system-reports': typeof systemReports;
      'time-off': typeof timeOff;
      'time-tracker': typeof timeTracker;
      timer: typeof timer;
      unsubscribe: typeof unsubscribe;
      verification: typeof verification;
    };
  }
}
