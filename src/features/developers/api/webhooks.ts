import { queryOptions } from '@tanstack/react-query';
import { saveRow } from '@/entities/edit/save-row';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type Webhook = Row<'webhook_endpoints'>;

/** While something is under way its outcome is asked for so often. */
const UNDER_WAY_MS = 2_000;
const AT_REST_MS = 30_000;

export const webhooksQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.webhooks, 'list', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('webhook_endpoints')
          .select('*')
          .eq('company_id', companyId)
          .order('created_at')
          .order('id')
          .abortSignal(signal),
      ),
    refetchInterval: AT_REST_MS,
  });

/** False on a hosted Supabase project, where nothing delivers them. */
export const webhooksServedQuery = queryOptions({
  queryKey: [queryKeys.webhooks, 'served'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase().rpc('webhooks_available').abortSignal(signal)),
  staleTime: Number.POSITIVE_INFINITY,
});

const COLUMNS =
  'id, event_id, kind, attempt, status, send_after, sent_at, duration_ms, response_code, response, error, created_at, event:webhook_events!webhook_deliveries_event(type, payload)';

export type Delivery = Pick<
  Row<'webhook_deliveries'>,
  | 'id'
  | 'event_id'
  | 'kind'
  | 'attempt'
  | 'status'
  | 'send_after'
  | 'sent_at'
  | 'duration_ms'
  | 'response_code'
  | 'response'
  | 'error'
  | 'created_at'
> & { event: Pick<Row<'webhook_events'>, 'type' | 'payload'> };

/** The newest of an endpoint, and how many there are. */
export const deliveriesQuery = (endpointId: string, limit: number) =>
  queryOptions({
    queryKey: [queryKeys.webhooks, 'deliveries', endpointId, limit],
    queryFn: async ({ signal }) => {
      const answer = await supabase()
        .from('webhook_deliveries')
        .select(COLUMNS, { count: 'exact' })
        .eq('endpoint_id', endpointId)
        .order('created_at', { ascending: false })
        .order('id')
        .limit(limit)
        .abortSignal(signal);
      const rows: Delivery[] = unwrap(answer);
      return { rows, count: answer.count ?? rows.length };
    },
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ status }) => status === 'waiting') ? UNDER_WAY_MS : AT_REST_MS,
  });

export interface WebhookSettings {
  url: string;
  events: string[];
  projectIds: string[];
  description: string;
}

interface ShownSecret {
  id: string;
  url: string;
  secret: string;
  /** The one before is valid until then. */
  previous_until?: string;
}

/** Answers with the secret, which is shown this once. */
export function useCreateWebhook() {
  return useWrite({
    send: async ({ url, events, projectIds, description }: WebhookSettings) => {
      const made = unwrap(
        await supabase().rpc('create_webhook', {
          url_param: url,
          events_param: events,
          project_ids_param: projectIds,
          description_param: description,
        }),
      );
      return { ...(made as { id: string; secret: string }), url } satisfies ShownSecret;
    },
    stale: [queryKeys.webhooks],
    quiet: true,
  });
}

export function useChangeWebhook() {
  const { t } = useTranslation('webhooks');
  return useWrite({
    send: ({ opened, settings }: { opened: Webhook; settings: WebhookSettings }) => {
      const { projectIds, ...fields } = settings;
      return saveRow({
        table: 'webhook_endpoints',
        companyId: opened.company_id,
        fields: { ...fields, project_ids: projectIds },
        opened,
      });
    },
    done: t('saved'),
    stale: [queryKeys.webhooks],
    quiet: true,
  });
}

export function useSwitchWebhook() {
  const { t } = useTranslation('webhooks');
  return useWrite({
    send: async ({ id, active }: { id: string; active: boolean }) =>
      unwrap(
        await supabase()
          .from('webhook_endpoints')
          .update({ active })
          .eq('id', id)
          .select('id')
          .single(),
      ),
    done: (_, { active }) => t(active ? 'turnedOn' : 'paused'),
    stale: [queryKeys.webhooks],
  });
}

export function useDeleteWebhook() {
  const { t } = useTranslation('webhooks');
  return useWrite({
    send: async (id: string) =>
      unwrap(
        await supabase().from('webhook_endpoints').delete().eq('id', id).select('id').single(),
      ),
    done: t('deleted'),
    stale: [queryKeys.webhooks],
  });
}

export function useChangeSecret() {
  return useWrite({
    send: async ({ id, url }: Pick<Webhook, 'id' | 'url'>) => {
      const made = unwrap(await supabase().rpc('change_webhook_secret', { id_param: id }));
      return { ...(made as Omit<ShownSecret, 'url'>), url };
    },
    stale: [queryKeys.webhooks],
  });
}

export function useSendTest() {
  const { t } = useTranslation('webhooks');
  return useWrite({
    send: async (id: string) => unwrap(await supabase().rpc('send_test_webhook', { id_param: id })),
    done: t('testSent'),
    stale: [queryKeys.webhooks],
  });
}

export function useRepeatDelivery() {
  const { t } = useTranslation('webhooks');
  return useWrite({
    send: async (id: string) => unwrap(await supabase().rpc('repeat_delivery', { id_param: id })),
    done: t('sentAgain'),
    stale: [queryKeys.webhooks],
  });
}
