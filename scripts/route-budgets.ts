/**
 * Kilobytes (brotli) of scripts and styles that each address may load before it can be used; `/` is the
 * dashboard. Checked by e2e/weight.spec.ts. They may only go down: what an address does not show at first
 * is loaded when it opens. Entries of a new module in menu, router and queue cost each about a third of a
 * kilobyte; nothing else may.
 */
export const ROUTE_BUDGETS: Readonly<Record<string, number>> = {
  '/auth/login': 153,
  '/': 238,
  '/time-tracker': 234,
  '/crew': 239,
  '/breaks': 226,
  '/crew-hours': 233,
  '/equipment': 229,
  '/my-status': 246,
  '/scheduling': 275,
  '/scheduling/time-off': 238,
  '/expenses': 233,
  '/projects': 251,
  '/settings': 257,
  '/public-work': 222,
  '/safety': 227,
  '/site-sign-in': 237,
  '/forms': 225,
  '/forms/fill': 244,
  '/tickets': 232,
  '/tickets/office': 225,
  '/payroll': 261,
  '/employees': 238,
  '/cost-codes': 258,
  '/budgets': 271,
  '/bulletin': 234,
  '/documents': 265,
  '/verification': 244,
  '/field-reports': 237,
  '/progress': 250,
  '/photos': 246,
  '/map': 238,
  '/activity-reports': 252,
  '/management': 254,
  '/activity-reports/system': 236,
  '/management/import': 259,
  '/help': 222,
};
