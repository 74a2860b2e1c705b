import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { durationSeconds } from '../auth-settings.ts';
import { isUuid, requireAdmin } from '../http/current-session.ts';
import { flag, metadata, readBody, text } from '../http/read-body.ts';
import { requestOrigin } from '../http/request-origin.ts';
import { checkPasswordStrength } from '../passwords/password-strength.ts';
import { createUser } from '../users/create-user.ts';
import { deleteUser } from '../users/delete-user.ts';
import { normalizeEmail } from '../users/email-address.ts';
import { normalizePhone } from '../users/phone-number.ts';
import { updateUserAsAdmin } from '../users/update-user-as-admin.ts';
import { userJson } from '../users/user-json.ts';
import { findUserByEmail, findUserById, listUsers, type UserRow } from '../users/user-row.ts';

const adminUserBody = z.object({
  id: text,
  role: text,
  email: text,
  phone: text,
  password: z.string().nullish(),
  password_hash: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
});
type AdminUserBody = z.output<typeof adminUserBody>;

const PASSWORD_HASH =
  /^\$(2[abxy]\$\d{2}\$[./A-Za-z0-9]{53}|argon2(id|i)\$v=19\$m=\d+,t=\d+,p=\d+(,[^$]*)?\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+)$/;
const PAGE_LIMIT = 1000;
type UserRoute = { Params: { id: string } };

export function adminUserRoutes(app: FastifyInstance, context: AuthContext): void {
  app.get<{ Querystring: { page?: unknown; per_page?: unknown } }>(
    '/admin/users',
    async (request, reply) => {
      await requireAdmin(context, request);
      const page = pageNumber(request.query.page, 1);
      const perPage = Math.min(pageNumber(request.query.per_page, 50), PAGE_LIMIT);
      const offset = (page - 1) * perPage;
      const [total] = await context.sql<{ count: number }[]>`
        select count(*)::int as count from auth.users`;
      const users = await listUsers(context.sql, { limit: perPage, offset });
      paginate(reply, { page, perPage, total: total?.count ?? 0 });
      return { users: users.map(userJson), aud: 'authenticated' };
    },
  );

  app.post('/admin/users', async (request) => {
    await requireAdmin(context, request);
    const body = readBody(request, adminUserBody);
    return userJson(await createAsAdmin(context, body, requestOrigin(request)));
  });

  app.get<UserRoute>('/admin/users/:id', async (request) => {
    await requireAdmin(context, request);
    return userJson(await loadUser(context, request.params.id));
  });

  app.put<UserRoute>('/admin/users/:id', async (request) => {
    await requireAdmin(context, request);
    const body = readBody(request, adminUserBody);
    const user = await loadUser(context, request.params.id);
    const email = body.email === '' ? '' : normalizeEmail(body.email);
    if (body.password != null) checkPasswordStrength(body.password, context.settings);
    const passwordHash =
      body.password == null ? undefined : await context.hasher.hash(body.password);
    const phone = body.phone === '' ? '' : normalizePhone(body.phone);
    const changes = {
      ...body,
      email,
      phone,
      passwordHash,
      bannedSeconds: banSeconds(body.ban_duration),
    };
    return userJson(await updateUserAsAdmin(context, user, changes, requestOrigin(request)));
  });

  app.delete<UserRoute>('/admin/users/:id', async (request) => {
    await requireAdmin(context, request);
    const { should_soft_delete: soft } = readBody(request, z.object({ should_soft_delete: flag }));
    const user = await loadUser(context, request.params.id);
    await deleteUser(context.sql, user, soft, requestOrigin(request));
    return {};
  });
}

export async function loadUser({ sql }: AuthContext, id: string): Promise<UserRow> {
  if (!isUuid(id)) throw validationFailed('user_id must be an UUID', 404);
  const user = await findUserById(sql, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}

async function createAsAdmin(
  context: AuthContext,
  body: AdminUserBody,
  origin: ReturnType<typeof requestOrigin>,
): Promise<UserRow> {
  if (body.email === '' && body.phone === '') {
    throw validationFailed('Cannot create a user without either an email or phone');
  }
  const email = body.email === '' ? undefined : normalizeEmail(body.email);
  const phone = body.phone === '' ? undefined : normalizePhone(body.phone);
  if (email && (await findUserByEmail(context.sql, email))) {
    throw new AuthError(
      422,
      'email_exists',
      'A user with this email address has already been registered',
    );
  }
  if (body.id !== '' && !isUuid(body.id)) {
    throw validationFailed('ID must conform to the uuid v4 format');
  }
  const banned = banSeconds(body.ban_duration);
  const passwordHash = await newPasswordHash(context, body);
  return context.sql.begin(async (sql) => {
    const user = await createUser(sql, {
      ...(body.id === '' ? {} : { id: body.id }),
      ...(email ? { email } : {}),
      ...(phone ? { phone } : {}),
      passwordHash,
      userMetadata: body.user_metadata ?? {},
      ...(body.app_metadata ? { appMetadata: body.app_metadata } : {}),
      ...(body.role === '' ? {} : { role: body.role }),
      emailConfirmed: body.email_confirm,
      phoneConfirmed: phone !== undefined && body.phone_confirm,
    });
    if (banned !== undefined && banned > 0) {
      await sql`
        update auth.users set banned_until = now() + make_interval(secs => ${banned})
         where id = ${user.id}`;
    }
    await recordAudit(sql, origin, {
      action: 'user_signedup',
      actor: undefined,
      traits: { user_id: user.id, user_email: user.email },
    });
    return (await findUserById(sql, user.id)) ?? user;
  });
}

/** Without password nobody can sign in with one until it is set through a link. */
async function newPasswordHash(context: AuthContext, body: AdminUserBody): Promise<string> {
  if (body.password != null && body.password_hash !== '') {
    throw validationFailed('Only a password or a password hash should be provided');
  }
  if (body.password_hash !== '') {
    if (!PASSWORD_HASH.test(body.password_hash) || body.password_hash.length > 255) {
      throw validationFailed('password_hash must be a bcrypt or argon2 hash');
    }
    return body.password_hash;
  }
  if (body.password == null || body.password === '') return '';
  checkPasswordStrength(body.password, context.settings);
  return context.hasher.hash(body.password);
}

function banSeconds(value: string): number | undefined {
  if (value === '') return undefined;
  if (value === 'none') return 0;
  const seconds = durationSeconds(value);
  if (seconds === undefined) throw validationFailed('invalid format for ban duration');
  return seconds;
}

function pageNumber(value: unknown, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  const page = Number(value);
  if (Number.isInteger(page) && page >= 1 && page <= 1_000_000) return page;
  throw validationFailed('Bad Pagination Parameters: must be a positive number');
}

/** `x-total-count` and `link`, from which the client computes nextPage and lastPage. */
function paginate(
  reply: FastifyReply,
  { page, perPage, total }: { page: number; perPage: number; total: number },
): void {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (target: number, rel: string) =>
    `</admin/users?page=${target}&per_page=${perPage}>; rel="${rel}"`;
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')];
  void reply.header('x-total-count', String(total)).header('link', links.join(', '));
}
