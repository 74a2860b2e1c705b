/** The part of docs/api.md that shows whole tasks; `contract/api-recipes.test.ts` plays them. */
export const RECIPES = `## Recipes

Each needs an API token (Settings › Developers) in \`CHALKLINE_TOKEN\` and the address of your server in \`CHALKLINE_URL\`. A token is sent as \`Authorization: Bearer …\`, never in an address.

### Export last week's hours

Scope \`time:read\`. One row for each person and day; \`seconds\` are worked time without unpaid breaks.

\`\`\`sh
curl --fail-with-body -sS "$CHALKLINE_URL/rest/v1/rpc/hours_report" \\
  -H "Authorization: Bearer $CHALKLINE_TOKEN" -H "Content-Type: application/json" -H "Accept: text/csv" \\
  -d "{\\"start_date_param\\": \\"$FROM\\", \\"end_date_param\\": \\"$TO\\", \\"group_by_param\\": \\"employee\\", \\"then_by_param\\": \\"day\\"}"
\`\`\`

\`\`\`python
import json, os, urllib.request

request = urllib.request.Request(
    os.environ["CHALKLINE_URL"] + "/rest/v1/rpc/hours_report",
    data=json.dumps({
        "start_date_param": os.environ["FROM"], "end_date_param": os.environ["TO"],
        "group_by_param": "employee", "then_by_param": "day",
    }).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["CHALKLINE_TOKEN"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    for row in json.load(response):
        print(row)
\`\`\`

\`\`\`ts
import { createChalkline } from '@chalkline/client';

const chalkline = createChalkline({ url: CHALKLINE_URL, token: CHALKLINE_TOKEN });
const { data: hours, error } = await chalkline.rpc('hours_report', {
  start_date_param: FROM,
  end_date_param: TO,
  group_by_param: 'employee',
  then_by_param: 'day',
});
if (error) throw new Error(\`\${error.hint}: \${error.message}\`);
\`\`\`

### Create a project from an estimate

Scope \`projects:write\`. With an id of your own a repeat after a lost answer makes no second project.

\`\`\`ts
await chalkline
  .from('projects')
  .upsert(
    { id: estimate.projectId, name: estimate.name, number: estimate.number, client: estimate.client },
    { onConflict: 'company_id,id', ignoreDuplicates: true },
  )
  .throwOnError();
\`\`\`

### React to a punch

Add a webhook for \`time_entry.started\` (Settings › Developers), check the signature over the body as it came, and answer 200 before you do anything slow. The same event can come twice: its \`webhook-id\` stays the same.

\`\`\`ts
import { verifyWebhook } from '@chalkline/client';

const event = await verifyWebhook(body, headers, WEBHOOK_SECRET);
if (event.type === 'time_entry.started') {
  const { data: entry } = await chalkline
    .from('time_entries')
    .select('id, employee_id, project_id, clock_in')
    .eq('id', String(event.data.id))
    .single();
  console.log(\`\${entry?.employee_id} started at \${entry?.clock_in}\`);
}
\`\`\`
`;
