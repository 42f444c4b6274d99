// Social login. The provider is trusted for the account's id only, not for any personal data.

import type * as z from 'zod'
import { ACCOUNT_SUSPENDED } from '#contract/auth/messages.ts'
import type { Joining } from '#contract/auth/shapes.ts'
import { DISPLAY_NAME_MAX } from '#contract/shared/limits.ts'
import { SOCIAL_NAMES, type SocialProvider } from '#contract/social/calls.ts'
import { IDENTITY_SECOND, IDENTITY_TAKEN, SOCIAL_DOWN } from '#contract/social/messages.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { AuthDeps } from '#server/features/auth/deps.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import * as query from '#server/features/auth/identity-queries.ts'
import { provePassword } from '#server/features/auth/prove-password.ts'
import { findBearer, findUser, lockUser } from '#server/features/auth/queries.ts'
import * as service from '#server/features/auth/service.ts'
import * as sessions from '#server/features/auth/sessions/sessions.ts'
import * as joining from '#server/features/auth/sign-up.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { ApiError, forbidden, notFound, orNotFound } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import { type Acquaintance, SocialDown, SocialRefused } from '#server/ports/social.ts'
import type { Viewer } from '#server/process/deps.ts'
import * as oauthStates from './oauth-state.ts'
import { type Back, type OauthState, stateSpent } from './oauth-state.ts'

type Identity = Pick<Back, 'provider' | 'subject'>

function serviceOf(deps: AuthDeps, provider: SocialProvider) {
  return orNotFound(deps.social[provider])
}

async function begin(deps: AuthDeps, oauthState: OauthState) {
  const service = serviceOf(deps, oauthState.provider)
  const { trip, cookie } = await oauthStates.begin(deps, oauthState)
  return { url: await service.address(trip), cookie }
}

async function meet(
  deps: AuthDeps,
  provider: SocialProvider,
  token: string | undefined,
  came: Came,
) {
  const service = serviceOf(deps, provider)
  const { trip, for: whom } = await oauthStates.end(deps, token, provider, came.state)
  try {
    return { whom, met: await service.meet(trip, came.code) }
  } catch (error) {
    if (error instanceof SocialRefused) {
      deps.log.warn(
        { provider, why: error.message },
        'An identity provider refused a social login.',
      )
      throw stateSpent()
    }
    if (!(error instanceof SocialDown)) throw error
    deps.log.error({ provider, why: error.message }, 'a social login failed')
    throw new ApiError(503, SOCIAL_DOWN, { retryAfter: 5 })
  }
}

/** Idempotent per user; of two concurrent calls for the same identity one succeeds. */
async function link(deps: AuthDeps, tx: Tx, userId: string, { provider, subject }: Identity) {
  const { status, email } = await lockUser(tx, userId)
  if (status !== 'active') throw forbidden(ACCOUNT_SUSPENDED)
  const identities = await query.listIdentities(tx, userId)
  const before = identities.find((one) => one.provider === provider)
  if (before?.subject === subject) return
  if (before) throw new ApiError(409, IDENTITY_SECOND)
  const at = isoNow(deps)
  const id = deps.newId()
  if (!(await query.insertIdentity(tx, { id, user_id: userId, provider, subject, at })))
    throw new ApiError(409, IDENTITY_TAKEN)
  const emailContent = { letter: 'identityLinked' as const, with: SOCIAL_NAMES[provider], at }
  await enqueueEmail(deps, tx, id, { ...emailContent, to: email })
}

/** Links the identity. The password was checked at the start; the session must still be valid. */
async function linkFor(
  deps: AuthDeps,
  { userId, sessionId }: NonNullable<OauthState['for']>,
  identity: Identity,
) {
  const bearer = await findBearer(deps.db, sessionId)
  if (bearer?.id !== userId) throw stateSpent()
  await transact(deps.db, (tx) => link(deps, tx, userId, identity))
  return new Reply(undefined, { status: 204 })
}

async function letIn(deps: AuthDeps, provider: SocialProvider, met: Acquaintance, client: Client) {
  const { subject } = met
  const user = await query.findBySubject(deps.db, { provider, subject })
  if (user?.status === 'suspended') throw forbidden(ACCOUNT_SUSPENDED)
  if (user)
    return sessions.letIn(
      deps,
      await transact(deps.db, (tx) => sessions.open(deps, tx, user.id, client)),
    )
  const display_name = [...met.displayName.trim()].slice(0, DISPLAY_NAME_MAX).join('')
  const newcomer = { provider, display_name, email: met.email }
  const { cookie } = await oauthStates.keep(deps, { ...newcomer, subject })
  return new Reply(newcomer, { status: 202, cookie })
}

export async function go(deps: AuthDeps, provider: SocialProvider) {
  const { url, cookie } = await begin(deps, { provider, for: null })
  return new Reply(url, { cookie })
}

export async function finish(
  deps: AuthDeps,
  provider: SocialProvider,
  came: Came,
  token: string | undefined,
  client: Client,
) {
  const { whom, met } = await meet(deps, provider, token, came)
  if (whom) return linkFor(deps, whom, { provider, subject: met.subject })
  return letIn(deps, provider, met, client)
}

export async function getNewcomer(deps: AuthDeps, token: string | undefined) {
  const back = await oauthStates.whoCame(deps, token)
  return back ?? new Reply(undefined, { status: 204 })
}

/** The form may be sent again until the emailed link is used. */
export async function join(
  deps: AuthDeps,
  token: string | undefined,
  body: z.output<typeof Joining>,
  client: Client,
) {
  const back = await oauthStates.whoCame(deps, token)
  if (!back) throw stateSpent()
  const { provider, subject } = back
  if (await query.findBySubject(deps.read, { provider, subject }))
    throw new ApiError(409, IDENTITY_TAKEN)
  return joining.signUp(deps, body, client, { provider, subject })
}

export async function login(
  deps: AuthDeps,
  token: string | undefined,
  credentials: Login,
  client: Client,
) {
  if (!(await oauthStates.whoCame(deps, token))) throw stateSpent()
  const user = await service.recognise(deps, credentials, client)
  const opened = await transact(deps.db, async (tx) => {
    await link(deps, tx, user.id, await oauthStates.spend(deps, tx, token))
    return sessions.open(deps, tx, user.id, client)
  })
  return sessions.letIn(deps, opened)
}

export async function listWays(deps: AuthDeps, { id }: Viewer) {
  const user = await findUser(deps.read, id)
  const identities = await query.listIdentities(deps.read, id)
  return { password: user?.password_hash != null, identities }
}

export async function startLinking(
  deps: AuthDeps,
  viewer: Viewer,
  provider: SocialProvider,
  password: string,
) {
  serviceOf(deps, provider)
  await provePassword(deps, deps.read, viewer, { password, field: 'password' })
  const whom = { userId: viewer.id, sessionId: viewer.sessionId }
  const { url, cookie } = await begin(deps, { provider, for: whom })
  return new Reply({ url }, { cookie })
}

/** Requires the password, which proves another login method. */
export async function unlink(
  deps: AuthDeps,
  viewer: Viewer,
  provider: SocialProvider,
  password: string,
) {
  const passwordInput = { password, field: 'password' } as const
  const user = await provePassword(deps, deps.read, viewer, passwordInput)
  await transact(deps.db, async (tx) => {
    await lockUser(tx, user.id)
    if (!(await query.deleteIdentity(tx, user.id, provider))) throw notFound()
    const at = isoNow(deps)
    const emailContent = {
      letter: 'identityUnlinked' as const,
      with: SOCIAL_NAMES[provider],
      at,
    }
    await enqueueEmail(deps, tx, deps.newId(), { ...emailContent, to: user.email })
  })
}

interface Came {
  code: string
  state: string
}
interface Login {
  email: string
  password: string
}
