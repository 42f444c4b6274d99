// Sign-up until the first login; the user is inserted when the emailed link is used. Also handles email changes.

import * as z from 'zod'
import { NAMES_ASKED, SIGN_UP_LINK_S } from '#contract/auth/limits.ts'
import {
  BIRTHDAY_WRONG,
  EMAIL_TAKEN,
  GUARDIAN_NEEDED,
  NAME_CHARACTERS,
  NAME_TAKEN,
  NAME_TAKEN_MEANWHILE,
  PASSWORD_COMMON,
  SIGN_UP_SENT,
  TERMS_NEEDED,
} from '#contract/auth/messages.ts'
import type { shapes } from '#contract/auth/shapes.ts'
import type { FieldErrors } from '#contract/http/caller.ts'
import { defined } from '#contract/lib/defined.ts'
import { ADULT_AGE } from '#contract/shared/limits.ts'
import { fieldName, required } from '#contract/shared/messages.ts'
import { isName } from '#contract/shared/rules.ts'
import { SOCIAL_NAMES } from '#contract/social/calls.ts'
import { IDENTITY_TAKEN } from '#contract/social/messages.ts'
import { jsonOf } from '#server/db/json.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { orTaken } from '#server/db/taken.ts'
import { transact } from '#server/db/transact.ts'
import type { AuthDeps } from '#server/features/auth/deps.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { ApiError, invalid } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import { ageAt, type Birthday } from './birthday.ts'
import * as links from './emails/email-links.ts'
import { type BroughtLink, linkSpent } from './emails/email-links.ts'
import { enqueueEmail } from './emails/enqueue-email.ts'
import { spendRights } from './emails/link-queries.ts'
import * as requests from './emails/mail-requests.ts'
import { isReserved, proposedNames, skeletonOf } from './handle.ts'
import { insertIdentity } from './identity-queries.ts'
import {
  hasName,
  type NamedPending,
  newNotificationSetting,
  newUser,
  type Pending,
  partsOfPendingIn,
  pendingIn,
  UNASKED,
} from './new-user.ts'
import { readNext, storedNext } from './next-page.ts'
import { isGuessableOf } from './password/guessable.ts'
import { hashPassword } from './password/password.ts'
import * as query from './queries.ts'
import * as sessions from './sessions/sessions.ts'

type SignUp = z.output<(typeof shapes)['signUp']['body']>
type LinkUse = z.output<(typeof shapes)['verifyMail']['body']>

/** The new address of an account, in a link that proves it. */
const newAddressOf = jsonOf(z.object({ email: z.string() }))

const isFree = async (db: Db, name: string) =>
  !isReserved(name) && !(await query.isNameTaken(db, skeletonOf(name)))

async function check(deps: AuthDeps, body: SignUp) {
  const { name, display_name } = body
  const errors = faultsOf(body, deps.clock.now())
  if (name !== undefined && !(await isFree(deps.read, name))) errors.name = [NAME_TAKEN]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await deps.words.assertAllowed({ name, display_name })
}

/** The sign-up with what its link's page asked for. Throws the errors of fields that are still missing. */
async function named(
  deps: AuthDeps,
  pending: Pending,
  { name, display_name, terms }: LinkUse,
): Promise<NamedPending> {
  if (hasName(pending)) return pending
  const missing = {
    ...(!name && { name: [required(fieldName('name'))] }),
    ...(!display_name && { display_name: [required(fieldName('display_name'))] }),
    ...(!terms && { terms: [TERMS_NEEDED] }),
  }
  if (!name || !display_name || !terms) throw invalid(missing)
  if (!(await isFree(deps.read, name))) throw invalid({ name: [NAME_TAKEN] })
  await deps.words.assertAllowed({ name, display_name })
  return { ...pending, name, display_name, terms_accepted_at: isoNow(deps) }
}

async function create(deps: AuthDeps, tx: Tx, pending: NamedPending, password_hash: string | null) {
  // Another link to the same address was used first and created the account.
  if (await query.findUserByEmail(tx, pending.email)) throw linkSpent()
  const { identity: _, next: __, fragment: ___, ...row } = pending
  const user = newUser({ ...row, password_hash }, deps.newId(), isoNow(deps))
  const inserted = (await isFree(tx, user.name)) && (await query.insertUser(tx, user))
  // A concurrent link of the same address, or another sign-up with the same handle, was faster.
  if (!inserted && (await query.findUserByEmail(tx, pending.email))) throw linkSpent()
  if (!inserted) throw new ApiError(409, NAME_TAKEN_MEANWHILE)
  await query.insertNotificationSetting(tx, newNotificationSetting(user.id))
  const identity = pending.identity && { ...pending.identity, user_id: user.id }
  if (
    identity &&
    !(await insertIdentity(tx, { ...identity, id: deps.newId(), at: user.created_at }))
  )
    throw new ApiError(409, IDENTITY_TAKEN)
  await deps.onNewUser(tx, user)
  return user
}

/** The new address is proved by the link; the request was authorized by the account's password. */
async function changeAddress(deps: AuthDeps, tx: Tx, userId: string, payload: string) {
  const at = isoNow(deps)
  const { email: before, status } = await query.lockUser(tx, userId)
  if (status !== 'active') throw linkSpent()
  const { email } = newAddressOf(payload)
  const emailTaken = () => new ApiError(409, EMAIL_TAKEN)
  if (!(await query.setEmail(tx, userId, email, at).catch(orTaken(emailTaken)))) throw emailTaken()
  await spendRights(tx, userId, at)
  const emailContent = { letter: 'emailChanged' as const, to: before, at }
  await enqueueEmail(deps, tx, deps.newId(), emailContent)
  return null
}

/**
 * The account of a sign-up, with the hash of its password, null if none is needed; null for a link that changes an
 * address. An invalid link costs no hashing.
 */
async function accountFor(deps: AuthDeps, link: BroughtLink, input: LinkUse) {
  const { purpose, payload } = await links.look(deps, deps.read, ['sign_up', 'change_email'], link)
  if (purpose !== 'sign_up') return null
  const { password } = input
  const pending = await named(deps, pendingIn(payload), input)
  if (pending.identity) return { pending, hash: null }
  if (password === undefined) throw invalid({ password: [required(fieldName('password'))] })
  if (isGuessableOf(pending, password)) throw invalid({ password: [PASSWORD_COMMON] })
  return { pending, hash: await hashPassword(password) }
}

/** Same work and same response whether or not the address is registered: only the email reveals it. */
async function ask(deps: AuthDeps, pending: Pending) {
  const { email, name, identity } = pending
  const known = await query.findUserByEmail(deps.read, email)
  await transact(deps.db, async (tx) => {
    const about = { user_id: null, payload: JSON.stringify(pending) }
    const { id, url, expires_at } = await links.issue(deps, tx, 'sign_up', SIGN_UP_LINK_S, about)
    const by = identity && SOCIAL_NAMES[identity.provider]
    await enqueueEmail(deps, tx, id, {
      ...(known
        ? { letter: 'alreadyRegistered' as const }
        : { letter: 'signUp' as const, ...(name && { name }), url, ...(by && { by }) }),
      to: email,
      until: expires_at,
    })
  })
  return { message: SIGN_UP_SENT }
}

/** `identity`: verified by the caller; such an account has no password. */
export async function signUp(
  deps: AuthDeps,
  body: SignUp,
  client: Client,
  identity?: Pending['identity'],
) {
  await check(deps, body)
  requests.count(deps, client.address, body.email)
  return ask(deps, { ...pendingOf(deps, body), ...(identity && { identity }) })
}

export async function readLink(deps: AuthDeps, link: BroughtLink) {
  const all = ['sign_up', 'change_email', 'reset_password'] as const
  const { purpose, payload } = await links.look(deps, deps.read, [...all], link)
  const pending = partsOfPendingIn(payload)
  const { email = null, name = null, identity } = pending
  const isSignUp = purpose === 'sign_up'
  return {
    ...{ purpose, email, name, next: readNext(deps, pending) },
    needs_name: isSignUp && !hasName(pending),
    needs_password: isSignUp && !identity,
  }
}

/** Checks a handle, or proposes one that is free at the moment. */
export async function proposeName(
  deps: AuthDeps,
  { name, display_name = '' }: z.output<(typeof shapes)['proposeName']['body']>,
  client: Client,
) {
  deps.throttles.own('names asked', NAMES_ASKED).count(client.address)
  if (name !== undefined) {
    const fault = isName(name) ? NAME_TAKEN : NAME_CHARACTERS
    return { name, error: isName(name) && (await isFree(deps.read, name)) ? null : fault }
  }
  for (const proposed of proposedNames(display_name))
    if (await isFree(deps.read, proposed)) return { name: proposed, error: null }
  return { name: '', error: null }
}

export async function verifyMail(deps: AuthDeps, input: LinkUse, client: Client) {
  const { id, expires, signature } = input
  const link = { id, expires, signature }
  const account = await accountFor(deps, link, input)
  const opened = await transact(deps.db, async (tx) => {
    const purposes = ['sign_up', 'change_email'] as const
    const { user_id, payload } = await links.spend(deps, tx, [...purposes], link)
    if (!account)
      return changeAddress(deps, tx, defined(user_id, 'the owner of an address'), payload)
    const { id } = await create(deps, tx, account.pending, account.hash)
    return sessions.open(deps, tx, id, client)
  })
  return opened ? sessions.letIn(deps, opened) : new Reply(undefined, { status: 204 })
}

/** Validation errors beyond the shape of the form. A birthday has all its parts or none. */
function faultsOf(body: SignUp, now: Date): FieldErrors {
  if (!givesBirthday(body)) return {}
  const age = ageAt(now, body)
  const isMinor = age !== null && age < ADULT_AGE
  return {
    ...(age === null && { birthY: [BIRTHDAY_WRONG] }),
    ...(isMinor && !body.guardian_consent && { guardian_consent: [GUARDIAN_NEEDED] }),
  }
}

/** Whether any part of a birthday is given; a missing part makes an invalid date. */
const givesBirthday = (body: SignUp): body is SignUp & Birthday =>
  body.birthY !== undefined || body.birthM !== undefined || body.birthD !== undefined

const pendingOf = (deps: AuthDeps, body: SignUp): Pending => ({
  email: body.email,
  ...(body.name && { name: body.name }),
  ...(body.display_name && { display_name: body.display_name }),
  ...(body.terms && { terms_accepted_at: isoNow(deps) }),
  ...UNASKED,
  ...(givesBirthday(body) && { birth_y: body.birthY, birth_m: body.birthM, birth_d: body.birthD }),
  ...(body.gender && { gender: body.gender }),
  guardian_consent_at: body.guardian_consent ? isoNow(deps) : null,
  ...storedNext(deps, body.next),
})
