/** Every week of one public project. */
export const projectWeeksAddress = (projectId: string): string =>
  `/public-work?tab=certified&project=${projectId}`;

/** The report of a project and week. */
export const reportAddress = (projectId: string, weekEnd: string): string =>
  `${projectWeeksAddress(projectId)}&week=${weekEnd}`;
