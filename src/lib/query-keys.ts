/**
 * First segment of every query key, in one place, so that a write can name what becomes stale
 * (`queryClient.invalidateQueries({ queryKey: [queryKeys.timeEntries] })`) without importing the
 * feature that reads it.
 */
export const queryKeys = {
  viewer: 'viewer',
  recovery: 'recovery',
  /** Roles of the company's own and groups of people. */
  companyRoles: 'company-roles',
  /** Connected accounting and payroll systems. */
  accounting: 'accounting',
  /** Steps of approval chains. */
  approvals: 'approvals',
  invitations: 'invitations',
  projects: 'projects',
  costCodes: 'cost-codes',
  /** Classes of work on public projects. */
  classifications: 'classifications',
  customFields: 'custom-fields',
  employees: 'employees',
  crews: 'crews',
  /** Extra-work tickets without prices. */
  tickets: 'tickets',
  ticketLink: 'ticket-link',
  equipment: 'equipment',
  timeOff: 'time-off',
  /** Receipts, miles, per diem, and what is repaid for them. */
  expenses: 'expenses',
  schedule: 'schedule',
  company: 'company',
  /** API tokens. */
  tokens: 'tokens',
  timeEntries: 'time-entries',
  team: 'team',
  geofences: 'geofences',
  places: 'places',
  addresses: 'addresses',
  queuedFiles: 'queued-files',
  locationViews: 'location-views',
  dashboard: 'dashboard',
  heldEvents: 'held-events',
  payroll: 'payroll',
  /** Contracts, determinations, classes, plans, apprentices, payroll facts. */
  publicWork: 'public-work',
  /** Mails and links to agencies, and what subcontractors hand in. */
  handoff: 'handoff',
  /** Weekly reports of public projects: their weeks, content, signatures and delivery. */
  certificates: 'certificates',
  certifiedPayroll: 'certified-payroll',
  /** What locked periods owe. Recomputes months of pay, so a clock-in does not make it stale. */
  owed: 'owed',
  /** Packets of evidence that were made. */
  packets: 'packets',
  reports: 'reports',
  /** Bill rates, prices of tickets, invoice drafts. */
  billing: 'billing',
  budgets: 'budgets',
  bulletins: 'bulletins',
  documents: 'documents',
  pinnedDocuments: 'pinned-documents',
  clockQuestions: 'clock-questions',
  weather: 'weather',
  /** The break board: who is due, offers, heat. */
  breaks: 'breaks',
  breakTypes: 'break-types',
  payTypes: 'pay-types',
  verification: 'verification',
  forgottenPunches: 'forgotten-punches',
  /** Forms, what is due and what was filled. */
  forms: 'forms',
  fieldReports: 'field-reports',
  photos: 'photos',
  lists: 'lists',
  imports: 'imports',
  notifications: 'notifications',
  settings: 'settings',
  webhooks: 'webhooks',
  /** Devices that show notifications. */
  push: 'push',
  /** Text messages: consent, settings, spending. */
  texts: 'texts',
  /** The state of the installation, not of a company. */
  system: 'system',
  audit: 'audit',
  guide: 'guide',
  search: 'search',
  kiosk: 'kiosk',
  /** What a link without an account opens. */
  messageLink: 'message-link',
  sharedPhotos: 'shared-photos',
  portalLinks: 'portal-links',
  retention: 'retention',
  /** Cases of injuries, the OSHA log and its summaries. */
  safety: 'safety',
  /** Visitors and subcontractors on site, posters, the page of a poster. */
  siteSignIn: 'site-sign-in',
  portal: 'portal',
  subcontractorPage: 'subcontractor-page',
  /** Made on the device: QR codes, labels, the text of a file. */
  drawn: 'drawn',
  /** Where this device is. */
  here: 'here',
  /** Names of what two people changed at once. */
  conflicts: 'conflicts',
} as const;
