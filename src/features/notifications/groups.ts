/** The four groups of the settings: the column of their switch, the key of their texts, their name in the database. */
export const GROUPS = [
  { column: 'notify_project_updates', name: 'projects', grouping: 'project_updates' },
  { column: 'notify_time_reminders', name: 'reminders', grouping: 'time_reminders' },
  { column: 'notify_team_activity', name: 'team', grouping: 'team_activity' },
  { column: 'notify_email_digests', name: 'digests', grouping: 'email_digests' },
] as const;

export type Group = (typeof GROUPS)[number];
export type Grouping = Group['grouping'];
