// Passkeys (WebAuthn): registration, login and removal.

import type { WebAuthnCredential } from '@simplewebauthn/server'
import { ACCOUNT_SUSPENDED, TOO_MANY_LOGINS } from '#contract/auth/messages.ts'
import { PASSKEY_LOGINS, PASSKEY_TIMEOUT_MS, PASSKEYS_MAX } from '#contract/passkeys/limits.ts'
import { PASSKEY_OF_ANOTHER, PASSKEY_UNKNOWN, PASSKEYS_FULL } from '#contract/passkeys/messages.ts'
import type { Creation, Made, Signed } from '#contract/passkeys/shapes.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { transact } from '#server/db/transact.ts'
import type { AuthDeps } from '#server/features/auth/deps.ts'
import { ApiError, forbidden, notFound, orNotFound } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import { provePassword } from '../prove-password.ts'
import { lockUser } from '../queries.ts'
import { knownDevice } from '../sessions/known-devices.ts'
import * as sessions from '../sessions/sessions.ts'
import * as challengeStore from './challenges.ts'
import { failed } from './challenges.ts'
import * as query from './queries.ts'

/** Loaded on demand: the library has a third of a megabyte and few calls need it. */
const webAuthn = () => import('@simplewebauthn/server')

/** In order of preference: Ed25519, P-256, RSA with SHA-256 (IANA, COSE algorithms). */
const ALGORITHMS = [-8, -7, -257]

const hostOf = ({ config }: Deps) => new URL(config.siteUrl).hostname
/** What the browser signed: a passkey is valid for this site only. */
const expectedSite = ({ config }: Deps) => {
  const { origin, hostname } = new URL(config.siteUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

/** Verifies the registration response and returns its credential. */
async function proveMade(deps: AuthDeps, viewer: Viewer, credential: Made) {
  const { clientDataJSON } = credential.response
  const expectedChallenge = await challengeStore.spend(
    deps,
    'passkey_add',
    viewer.id,
    clientDataJSON,
  )
  const { verifyRegistrationResponse } = await webAuthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge,
    ...expectedSite(deps),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error) => failVerification(deps, error))
  if (!registrationInfo) throw failed()
  return registrationInfo.credential
}

/** Any other verification error: logged, and answered with one refusal. */
function failVerification(deps: Deps, error: unknown): never {
  deps.log.warn({ error: String(error) }, 'A passkey response failed verification.')
  throw failed()
}

/** `userId`: for whom the challenge was made; null: for a login. Returns the passkey's new counter. */
async function proveSigned(
  deps: Deps,
  credential: Signed,
  passkey: StoredPasskey,
  userId: string | null,
) {
  const { clientDataJSON, userHandle } = credential.response
  const purpose = userId === null ? 'passkey_login' : 'passkey_proof'
  const expectedChallenge = await challengeStore.spend(deps, purpose, userId, clientDataJSON)
  if (userHandle && userHandle !== Buffer.from(passkey.user_id).toString('base64url'))
    throw failed()
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge,
    ...expectedSite(deps),
    requireUserVerification: true,
    credential: keyOf(passkey),
  }).catch((error) => failVerification(deps, error))
  if (!verified) throw failed()
  return authenticationInfo.newCounter
}

/** The counter did not increase: the passkey may have been cloned. */
async function warnOfCopy(deps: Deps, { id, name, email, user_id }: StoredPasskey) {
  deps.log.warn(
    { passkey: id, user: user_id },
    'The counter of a passkey did not increase; the key may have been cloned.',
  )
  await transact(deps.db, (tx) =>
    enqueueEmail(deps, tx, deps.newId(), {
      letter: 'passkeyCopied',
      name,
      at: isoNow(deps),
      to: email,
    }),
  )
}

export async function list(deps: AuthDeps, { id }: Viewer) {
  return query.list(deps.read, id)
}

export async function start(deps: AuthDeps, viewer: Viewer, password: string): Promise<Creation> {
  const user = await provePassword(deps, deps.read, viewer, { password, field: 'password' })
  const known = await query.list(deps.read, user.id)
  if (known.length >= PASSKEYS_MAX) throw new ApiError(409, PASSKEYS_FULL)
  return {
    challenge: (await challengeStore.issue(deps, 'passkey_add', user.id)).toString('base64url'),
    rp: { id: hostOf(deps), name: SITE_TITLE },
    user: {
      // Returned at each login. The opaque id reveals nothing to a finder of the device.
      id: Buffer.from(user.id).toString('base64url'),
      name: `@${user.name}`,
      displayName: user.display_name,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: known.map(({ credential_id: id }) => ({ type: 'public-key', id })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

export async function add(
  deps: AuthDeps,
  viewer: Viewer,
  credential: Made,
  name: string | undefined,
  client: Client,
) {
  const registration = await proveMade(deps, viewer, credential)
  const passkey = {
    id: deps.newId(),
    name: name || client.device,
    created_at: isoNow(deps),
    last_used_at: null,
  }
  await transact(deps.db, async (tx) => {
    const { email } = await lockUser(tx, viewer.id)
    if ((await query.list(tx, viewer.id)).length >= PASSKEYS_MAX)
      throw new ApiError(409, PASSKEYS_FULL)
    const isNew = await query.insert(tx, {
      ...passkey,
      user_id: viewer.id,
      credential_id: registration.id,
      public_key: Buffer.from(registration.publicKey).toString('base64url'),
      counter: registration.counter,
      transports: JSON.stringify(credential.response.transports ?? []),
    })
    if (!isNew) throw failed()
    const emailContent = { letter: 'passkeyAdded' as const, name: passkey.name, at: isoNow(deps) }
    await enqueueEmail(deps, tx, passkey.id, { ...emailContent, to: email })
  })
  return passkey
}

/**
 * Requires the password, so that a finder of an unlocked phone cannot take a login method away. It also proves that
 * there is another one.
 */
export async function remove(deps: AuthDeps, viewer: Viewer, id: string, password: string) {
  const known = await query.list(deps.read, viewer.id)
  if (!known.some((passkey) => passkey.id === id)) throw notFound()
  await provePassword(deps, deps.read, viewer, { password, field: 'password' })
  await transact(deps.db, async (tx) => {
    const { email } = await lockUser(tx, viewer.id)
    const removed = orNotFound(await query.remove(tx, id, viewer.id))
    const emailContent = { letter: 'passkeyRemoved' as const, name: removed.name, at: isoNow(deps) }
    await enqueueEmail(deps, tx, id, { ...emailContent, to: email })
  })
}

const requestOf = (deps: Deps, challenge: Buffer) => ({
  challenge: challenge.toString('base64url'),
  rpId: hostOf(deps),
  timeout: PASSKEY_TIMEOUT_MS,
  userVerification: 'required' as const,
})

export async function startLogin(deps: Deps) {
  return requestOf(deps, await challengeStore.issue(deps, 'passkey_login', null))
}

export async function startProof(deps: Deps, { id }: Viewer) {
  return requestOf(deps, await challengeStore.issue(deps, 'passkey_proof', id))
}

/** Refuses a signature that is not by a passkey of the viewer, who is logged in. Attempts are counted per session. */
export async function provePasskey(deps: Deps, viewer: Viewer, credential: Signed) {
  const throttle = deps.throttles.shared('passkeys', PASSKEY_LOGINS)
  const key = `session ${viewer.sessionId}`
  throttle.check(key, TOO_MANY_LOGINS)
  const passkey = await query.findByCredential(deps.read, credential.id)
  if (passkey?.user_id !== viewer.id) {
    throttle.count(key, TOO_MANY_LOGINS)
    throw new ApiError(422, PASSKEY_OF_ANOTHER)
  }
  const counter = await proveSigned(deps, credential, passkey, viewer.id).catch((error) => {
    if (error instanceof ApiError) throttle.count(key, TOO_MANY_LOGINS)
    throw error
  })
  if (await transact(deps.db, (tx) => query.use(tx, passkey.id, counter, isoNow(deps)))) return
  await warnOfCopy(deps, passkey)
  throw failed()
}

export async function login(deps: AuthDeps, credential: Signed, client: Client) {
  const passkey = await query.findByCredential(deps.read, credential.id)
  // Known devices have their own counter, as for passwords, so that strangers at the same address cannot block
  // them.
  const device = passkey && (await knownDevice(deps.read, passkey.user_id, client.deviceKey))
  const key = device ? `${device} of ${passkey.user_id}` : client.address
  deps.throttles.shared('passkeys', PASSKEY_LOGINS).check(key, TOO_MANY_LOGINS)
  if (!passkey) {
    deps.throttles.shared('passkeys', PASSKEY_LOGINS).count(key, TOO_MANY_LOGINS)
    throw new ApiError(401, PASSKEY_UNKNOWN)
  }
  const counter = await proveSigned(deps, credential, passkey, null).catch((error: unknown) => {
    if (error instanceof ApiError)
      deps.throttles.shared('passkeys', PASSKEY_LOGINS).count(key, TOO_MANY_LOGINS)
    throw error
  })
  if (passkey.status === 'suspended') throw forbidden(ACCOUNT_SUSPENDED)
  const opened = await transact(deps.db, async (tx) =>
    (await query.use(tx, passkey.id, counter, isoNow(deps)))
      ? sessions.open(deps, tx, passkey.user_id, client)
      : null,
  )
  if (!opened) {
    await warnOfCopy(deps, passkey)
    throw failed()
  }
  return sessions.letIn(deps, opened)
}

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof query.findByCredential>>>

/** The counter is 0 here because `query.use` checks it, which also detects concurrent logins. */
const keyOf = ({ credential_id, public_key }: StoredPasskey): WebAuthnCredential => ({
  id: credential_id,
  publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
  counter: 0,
})
