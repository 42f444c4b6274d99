import type * as z from 'zod'
import type { Joining, shapes } from '#contract/auth.schema.ts'
import { ADULT_AGE, SIGN_UP_LINK_S } from '#contract/limits.ts'
import {
  BIRTHDAY_WRONG,
  EMAIL_TAKEN,
  fieldName,
  GUARDIAN_NEEDED,
  IDENTITY_TAKEN,
  NAME_TAKEN,
  NAME_TAKEN_MEANWHILE,
  PASSWORD_COMMON,
  required,
  SIGN_UP_SENT,
} from '#contract/messages.ts'
import { SOCIAL_NAMES } from '#contract/social.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { orTaken } from '#server/db/taken.ts'
import { transact } from '#server/db/transact.ts'
import { type FieldErrors, invalid, Refusal } from '#server/http/refusal.ts'
import { Reply } from '#server/http/reply.ts'
import type { Client } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { ageAt } from './birthday.ts'
import { enqueueEmail } from './enqueue-email.ts'
import { isGuessableOf } from './guessable.ts'
import { isReserved, skeletonOf } from './handle.ts'
import { insertIdentity } from './identity-queries.ts'
import { spendRights } from './link-queries.ts'
import { type BroughtLink, type MailedLinks, spent } from './links.ts'
import type { MailRequests } from './mail-requests.ts'
import { newNotificationSetting, newUser, type Pending } from './new-user.ts'
import { hashPassword } from './password.ts'
import * as query from './queries.ts'
import type { SessionKeeper } from './sessions.ts'

type SignUp = z.output<(typeof shapes)['signUp']['body']>
type Said = z.output<typeof Joining>

/** Runs in the transaction that makes a user: for what other features keep of everybody. */
export type OnNewUser = (tx: Tx, user: Schema['user']) => Promise<unknown>

type SignUpDeps = Pick<Deps, 'db' | 'read' | 'clock' | 'newId' | 'words'>

/** From the form to the first login. There is no user until the mailed link is used; links of addresses come here too. */
export function signUpService(
  { db, read, clock, newId, words }: SignUpDeps,
  {
    sessions,
    links,
    requests,
    onNewUser,
  }: {
    sessions: SessionKeeper
    links: MailedLinks
    requests: MailRequests
    onNewUser: OnNewUser
  },
) {
  const isFree = async (db: Db, name: string) =>
    !isReserved(name) && !(await query.isNameTaken(db, skeletonOf(name)))

  async function check(body: Said) {
    const errors = faultsOf(body, clock.now())
    if (!(await isFree(read, body.name))) errors.name = [NAME_TAKEN]
    if (Object.keys(errors).length > 0) throw invalid(errors)
    await words.demand({ name: body.name, display_name: body.display_name })
  }

  async function create(tx: Tx, pending: Pending, password_hash: string | null) {
    // Another link to the same address was used first; that one made the account.
    if (await query.findUserByEmail(tx, pending.email)) throw spent()
    const { identity: _, ...row } = pending
    const user = newUser({ ...row, password_hash }, newId(), clock.now().toISOString())
    const made = (await isFree(tx, user.name)) && (await query.insertUser(tx, user))
    // Two links were used in the same moment: the other was of the same address, or took the handle.
    if (!made && (await query.findUserByEmail(tx, pending.email))) throw spent()
    if (!made) throw new Refusal(409, NAME_TAKEN_MEANWHILE)
    await query.insertNotificationSetting(tx, newNotificationSetting(user.id))
    const identity = pending.identity && { ...pending.identity, user_id: user.id }
    if (identity && !(await insertIdentity(tx, { ...identity, id: newId(), at: user.created_at })))
      throw new Refusal(409, IDENTITY_TAKEN)
    await onNewUser(tx, user)
    return user
  }

  /** Whoever opened the mail at the new address has it; whoever asked for it gave the account's password. */
  async function changeAddress(tx: Tx, userId: string, payload: string) {
    const at = clock.now().toISOString()
    const { email: before, status } = await query.lockUser(tx, userId)
    if (status !== 'active') throw spent()
    const { email } = JSON.parse(payload) as { email: string }
    const taken = () => new Refusal(409, EMAIL_TAKEN)
    if (!(await query.setEmail(tx, userId, email, at).catch(orTaken(taken)))) throw taken()
    await spendRights(tx, userId, at)
    const letter = { letter: 'emailChanged' as const, to: before, at }
    await enqueueEmail({ newId, clock }, tx, newId(), letter)
    return null
  }

  /** Of the password that a sign-up needs; null where none is asked for. A link that is none costs no hash. */
  async function hashFor(link: BroughtLink, password: string | undefined) {
    const { purpose, payload } = await links.look(read, ['sign_up', 'change_email'], link)
    const { identity, ...pending } = JSON.parse(payload) as Pending
    if (purpose !== 'sign_up' || identity) return null
    if (password === undefined) throw invalid({ password: [required(fieldName('password'))] })
    if (isGuessableOf(pending, password)) throw invalid({ password: [PASSWORD_COMMON] })
    return hashPassword(password)
  }

  /** The same work, and the same answer, whether we know the address or not: only its owner's mail tells. */
  async function ask(pending: Pending) {
    const { email, name, identity } = pending
    const known = await query.findUserByEmail(read, email)
    await transact(db, async (tx) => {
      const about = { user_id: null, payload: JSON.stringify(pending) }
      const { id, url, expires_at } = await links.issue(tx, 'sign_up', SIGN_UP_LINK_S, about)
      const by = identity && SOCIAL_NAMES[identity.provider]
      await enqueueEmail({ newId, clock }, tx, id, {
        ...(known
          ? { letter: 'alreadyRegistered' as const }
          : { letter: 'signUp' as const, name, url, ...(by && { by }) }),
        to: email,
        until: expires_at,
      })
    })
    return { message: SIGN_UP_SENT }
  }

  return {
    async signUp(body: SignUp, client: Client) {
      await check(body)
      requests.count(client.address, body.email)
      const now = clock.now().toISOString()
      return ask(pendingOf(body, now))
    },

    /** By an account of another service, whose owner the caller has made sure of; its password is asked for by nobody. */
    async signUpBy(identity: NonNullable<Pending['identity']>, body: Said, client: Client) {
      await check(body)
      requests.count(client.address, body.email)
      const now = clock.now().toISOString()
      return ask({ ...pendingOf(body, now), identity })
    },

    async readLink(link: BroughtLink) {
      const all = ['sign_up', 'change_email', 'reset_password'] as const
      const { purpose, payload } = await links.look(read, [...all], link)
      const { email = null, name = null, identity } = JSON.parse(payload) as Partial<Pending>
      return { purpose, email, name, needs_password: purpose === 'sign_up' && !identity }
    },

    async verifyMail(
      { password, ...link }: BroughtLink & { password?: string | undefined },
      client: Client,
    ) {
      const hash = await hashFor(link, password)
      const opened = await transact(db, async (tx) => {
        const { purpose, user_id, payload } = await links.spend(
          tx,
          ['sign_up', 'change_email'],
          link,
        )
        if (purpose === 'change_email') return changeAddress(tx, user_id!, payload)
        const { id } = await create(tx, JSON.parse(payload) as Pending, hash)
        return sessions.open(tx, id, client)
      })
      return opened ? sessions.letIn(opened) : new Reply(undefined, { status: 204 })
    },
  }
}

/** What is wrong with the form besides its shape. */
function faultsOf(body: Said, now: Date): FieldErrors {
  const age = ageAt(now, body)
  const isMinor = age !== null && age < ADULT_AGE
  return {
    ...(age === null && { birthY: [BIRTHDAY_WRONG] }),
    ...(isMinor && !body.guardian_consent && { guardian_consent: [GUARDIAN_NEEDED] }),
  }
}

const pendingOf = (body: Said, now: string): Pending => ({
  name: body.name,
  display_name: body.display_name,
  email: body.email,
  birth_y: body.birthY,
  birth_m: body.birthM,
  birth_d: body.birthD,
  gender: body.gender,
  terms_accepted_at: now,
  guardian_consent_at: body.guardian_consent ? now : null,
})
