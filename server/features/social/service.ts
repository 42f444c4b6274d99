import type * as z from 'zod'
import { ACCOUNT_SUSPENDED } from '#contract/auth/messages.ts'
import type { Joining } from '#contract/auth/shapes.ts'
import { DISPLAY_NAME_MAX } from '#contract/limits.ts'
import { SOCIAL_NAMES, type SocialProvider } from '#contract/social/calls.ts'
import { IDENTITY_SECOND, IDENTITY_TAKEN, SOCIAL_DOWN } from '#contract/social/messages.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import * as query from '#server/features/auth/identity-queries.ts'
import type { AuthParts } from '#server/features/auth/parts.ts'
import { provePassword } from '#server/features/auth/proving.ts'
import { findBearer, findUser, lockUser } from '#server/features/auth/queries.ts'
import { ApiError, forbidden, notFound } from '#server/http/api-error.ts'
import { Reply } from '#server/http/reply.ts'
import type { Client } from '#server/http/routes.ts'
import { type Acquaintance, SocialDown, SocialRefused } from '#server/ports/social.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { type Back, createOauthStates, type OauthState, stateSpent } from './oauth-state.ts'

type SocialDeps = Pick<Deps, 'db' | 'read' | 'clock' | 'newId' | 'secrets' | 'social' | 'log'>
type Identity = Pick<Back, 'provider' | 'subject'>

/** Social login. The provider is trusted for the account's id only, not for any personal data. */
export function socialService(
  deps: SocialDeps,
  { sessions, attempts, service, joining }: AuthParts,
) {
  const { db, read, clock, newId, social, log } = deps
  const oauthStates = createOauthStates(deps)

  function serviceOf(provider: SocialProvider) {
    const found = social[provider]
    if (!found) throw notFound()
    return found
  }

  async function begin(oauthState: OauthState) {
    const service = serviceOf(oauthState.provider)
    const { trip, cookie } = await oauthStates.begin(oauthState)
    return { url: await service.address(trip), cookie }
  }

  async function meet(provider: SocialProvider, token: string | undefined, came: Came) {
    const service = serviceOf(provider)
    const { trip, for: whom } = await oauthStates.end(token, provider, came.state)
    try {
      return { whom, met: await service.meet(trip, came.code) }
    } catch (error) {
      if (error instanceof SocialRefused) {
        log.warn({ provider, why: error.message }, 'An identity provider refused a social login.')
        throw stateSpent()
      }
      if (!(error instanceof SocialDown)) throw error
      log.error({ provider, why: error.message }, 'a social login failed')
      throw new ApiError(503, SOCIAL_DOWN, { retryAfter: 5 })
    }
  }

  /** Idempotent per user; of two concurrent calls for the same identity one succeeds. */
  async function link(tx: Tx, userId: string, { provider, subject }: Identity) {
    const { status, email } = await lockUser(tx, userId)
    if (status !== 'active') throw forbidden(ACCOUNT_SUSPENDED)
    const identities = await query.listIdentities(tx, userId)
    const before = identities.find((one) => one.provider === provider)
    if (before?.subject === subject) return
    if (before) throw new ApiError(409, IDENTITY_SECOND)
    const at = clock.now().toISOString()
    const id = newId()
    if (!(await query.insertIdentity(tx, { id, user_id: userId, provider, subject, at })))
      throw new ApiError(409, IDENTITY_TAKEN)
    const emailContent = { letter: 'identityLinked' as const, with: SOCIAL_NAMES[provider], at }
    await enqueueEmail({ newId, clock }, tx, id, { ...emailContent, to: email })
  }

  /** Links the identity. The password was checked at the start; the session must still be valid. */
  async function linkFor(
    { userId, sessionId }: NonNullable<OauthState['for']>,
    identity: Identity,
  ) {
    const bearer = await findBearer(db, sessionId)
    if (bearer?.id !== userId) throw stateSpent()
    await transact(db, (tx) => link(tx, userId, identity))
    return new Reply(undefined, { status: 204 })
  }

  async function letIn(provider: SocialProvider, met: Acquaintance, client: Client) {
    const { subject } = met
    const user = await query.findBySubject(db, { provider, subject })
    if (user?.status === 'suspended') throw forbidden(ACCOUNT_SUSPENDED)
    if (user) return sessions.letIn(await transact(db, (tx) => sessions.open(tx, user.id, client)))
    const display_name = [...met.displayName.trim()].slice(0, DISPLAY_NAME_MAX).join('')
    const newcomer = { provider, display_name, email: met.email }
    const { cookie } = await oauthStates.keep({ ...newcomer, subject })
    return new Reply(newcomer, { status: 202, cookie })
  }

  return {
    async go(provider: SocialProvider) {
      const { url, cookie } = await begin({ provider, for: null })
      return new Reply(url, { cookie })
    },

    async finish(provider: SocialProvider, came: Came, token: string | undefined, client: Client) {
      const { whom, met } = await meet(provider, token, came)
      if (whom) return linkFor(whom, { provider, subject: met.subject })
      return letIn(provider, met, client)
    },

    async getNewcomer(token: string | undefined) {
      const back = await oauthStates.whoCame(token)
      return back ?? new Reply(undefined, { status: 204 })
    },

    /** The form may be sent again until the emailed link is used. */
    async join(token: string | undefined, body: z.output<typeof Joining>, client: Client) {
      const back = await oauthStates.whoCame(token)
      if (!back) throw stateSpent()
      const { provider, subject } = back
      if (await query.findBySubject(read, { provider, subject }))
        throw new ApiError(409, IDENTITY_TAKEN)
      return joining.signUpBy({ provider, subject }, body, client)
    },

    async login(token: string | undefined, credentials: Login, client: Client) {
      if (!(await oauthStates.whoCame(token))) throw stateSpent()
      const user = await service.recognise(credentials, client)
      const opened = await transact(db, async (tx) => {
        await link(tx, user.id, await oauthStates.spend(tx, token))
        return sessions.open(tx, user.id, client)
      })
      return sessions.letIn(opened)
    },

    async listWays({ id }: Viewer) {
      const user = await findUser(read, id)
      const identities = await query.listIdentities(read, id)
      return { password: user?.password_hash != null, identities }
    },

    async startLinking(viewer: Viewer, provider: SocialProvider, password: string) {
      serviceOf(provider)
      await provePassword(read, attempts, viewer, { password, field: 'password' })
      const whom = { userId: viewer.id, sessionId: viewer.sessionId }
      const { url, cookie } = await begin({ provider, for: whom })
      return new Reply({ url }, { cookie })
    },

    /** Requires the password, which proves another login method. */
    async unlink(viewer: Viewer, provider: SocialProvider, password: string) {
      const passwordInput = { password, field: 'password' } as const
      const user = await provePassword(read, attempts, viewer, passwordInput)
      await transact(db, async (tx) => {
        await lockUser(tx, user.id)
        if (!(await query.deleteIdentity(tx, user.id, provider))) throw notFound()
        const at = clock.now().toISOString()
        const emailContent = {
          letter: 'identityUnlinked' as const,
          with: SOCIAL_NAMES[provider],
          at,
        }
        await enqueueEmail({ newId, clock }, tx, newId(), { ...emailContent, to: user.email })
      })
    },
  }
}

interface Came {
  code: string
  state: string
}
interface Login {
  email: string
  password: string
}
