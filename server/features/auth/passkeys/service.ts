import type { WebAuthnCredential } from '@simplewebauthn/server'
import { ACCOUNT_SUSPENDED, TOO_MANY_LOGINS } from '#contract/auth/messages.ts'
import { SITE_TITLE } from '#contract/limits.ts'
import { PASSKEY_LOGINS, PASSKEY_TIMEOUT_MS, PASSKEYS_MAX } from '#contract/passkeys/limits.ts'
import { PASSKEY_LAST, PASSKEY_UNKNOWN, PASSKEYS_FULL } from '#contract/passkeys/messages.ts'
import type { Creation, Made, Signed } from '#contract/passkeys/shapes.ts'
import { transact } from '#server/db/transact.ts'
import { ApiError, forbidden, notFound } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import { sharedThrottle } from '#server/http/throttle.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { PasswordAttempts } from '../attempts.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import { provePassword } from '../proving.ts'
import { lockUser } from '../queries.ts'
import { knownDevice } from '../sessions/known-devices.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { challenges, failed } from './challenges.ts'
import * as query from './queries.ts'

/** Loaded on demand: the library has a third of a megabyte and few calls need it. */
const webAuthn = () => import('@simplewebauthn/server')

/** In order of preference: Ed25519, P-256, RSA with SHA-256 (IANA, COSE algorithms). */
const ALGORITHMS = [-8, -7, -257]

type PasskeyDeps = Pick<Deps, 'db' | 'read' | 'clock' | 'newId' | 'config' | 'log' | 'bus'>

/** Passkeys (WebAuthn): registration, login and removal. */
export function passkeyService(
  deps: PasskeyDeps,
  { sessions, attempts }: { sessions: SessionStore; attempts: PasswordAttempts },
) {
  const { db, read, clock, newId, config, log } = deps
  const { origin, hostname } = new URL(config.siteUrl)
  const challengeStore = challenges(deps)
  const logins = sharedThrottle(deps, 'passkeys', PASSKEY_LOGINS)
  const now = () => clock.now().toISOString()

  /** Verifies the registration response and returns its credential. */
  async function proveMade(viewer: Viewer, credential: Made) {
    const { clientDataJSON } = credential.response
    const expectedChallenge = await challengeStore.spend('passkey_add', viewer.id, clientDataJSON)
    const { verifyRegistrationResponse } = await webAuthn()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: credential as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(failVerification)
    if (!registrationInfo) throw failed()
    return registrationInfo.credential
  }

  /** Any other verification error: logged, and answered with one refusal. */
  function failVerification(error: unknown): never {
    log.warn({ error: String(error) }, 'A passkey response failed verification.')
    throw failed()
  }

  async function proveSigned(credential: Signed, passkey: StoredPasskey) {
    const { clientDataJSON, userHandle } = credential.response
    const expectedChallenge = await challengeStore.spend('passkey_login', null, clientDataJSON)
    if (userHandle && userHandle !== Buffer.from(passkey.user_id).toString('base64url'))
      throw failed()
    const { verifyAuthenticationResponse } = await webAuthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      credential: keyOf(passkey),
    }).catch(failVerification)
    if (!verified) throw failed()
    return authenticationInfo.newCounter
  }

  /** The counter did not increase: the passkey may have been cloned. */
  async function warnOfCopy({ id, name, email, user_id }: StoredPasskey) {
    log.warn(
      { passkey: id, user: user_id },
      'The counter of a passkey did not increase; the key may have been cloned.',
    )
    await transact(db, (tx) =>
      enqueueEmail(deps, tx, newId(), { letter: 'passkeyCopied', name, at: now(), to: email }),
    )
  }

  return {
    async list({ id }: Viewer) {
      return query.list(read, id)
    },

    async start(viewer: Viewer, password: string): Promise<Creation> {
      const user = await provePassword(read, attempts, viewer, { password, field: 'password' })
      const known = await query.list(read, user.id)
      if (known.length >= PASSKEYS_MAX) throw new ApiError(409, PASSKEYS_FULL)
      return {
        challenge: (await challengeStore.issue('passkey_add', user.id)).toString('base64url'),
        rp: { id: hostname, name: SITE_TITLE },
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
    },

    async add(viewer: Viewer, credential: Made, name: string | undefined, client: Client) {
      const registration = await proveMade(viewer, credential)
      const passkey = {
        id: newId(),
        name: name || client.device,
        created_at: now(),
        last_used_at: null,
      }
      await transact(db, async (tx) => {
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
        const emailContent = { letter: 'passkeyAdded' as const, name: passkey.name, at: now() }
        await enqueueEmail(deps, tx, passkey.id, { ...emailContent, to: email })
      })
      return passkey
    },

    /** Refuses to remove the last login method. */
    async remove(viewer: Viewer, id: string) {
      await transact(db, async (tx) => {
        const { email } = await lockUser(tx, viewer.id)
        const removed = await query.remove(tx, id, viewer.id)
        if (!removed) throw notFound()
        if (!(await query.hasOtherWay(tx, viewer.id))) throw new ApiError(409, PASSKEY_LAST)
        const emailContent = { letter: 'passkeyRemoved' as const, name: removed.name, at: now() }
        await enqueueEmail(deps, tx, id, { ...emailContent, to: email })
      })
    },

    async startLogin() {
      return {
        challenge: (await challengeStore.issue('passkey_login', null)).toString('base64url'),
        rpId: hostname,
        timeout: PASSKEY_TIMEOUT_MS,
        userVerification: 'required' as const,
      }
    },

    async login(credential: Signed, client: Client) {
      const passkey = await query.findByCredential(read, credential.id)
      // Known devices have their own counter, as for passwords, so that strangers at the same address cannot block
      // them.
      const device = passkey && (await knownDevice(read, passkey.user_id, client.deviceKey))
      const key = device ? `${device} of ${passkey.user_id}` : client.address
      logins.check(key, TOO_MANY_LOGINS)
      if (!passkey) {
        logins.count(key, TOO_MANY_LOGINS)
        throw new ApiError(401, PASSKEY_UNKNOWN)
      }
      const counter = await proveSigned(credential, passkey).catch((error: unknown) => {
        if (error instanceof ApiError) logins.count(key, TOO_MANY_LOGINS)
        throw error
      })
      if (passkey.status === 'suspended') throw forbidden(ACCOUNT_SUSPENDED)
      const opened = await transact(db, async (tx) =>
        (await query.use(tx, passkey.id, counter, now()))
          ? sessions.open(tx, passkey.user_id, client)
          : null,
      )
      if (!opened) {
        await warnOfCopy(passkey)
        throw failed()
      }
      return sessions.letIn(opened)
    },
  }
}

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof query.findByCredential>>>

/** The counter is 0 here because `query.use` checks it, which also detects concurrent logins. */
const keyOf = ({ credential_id, public_key }: StoredPasskey): WebAuthnCredential => ({
  id: credential_id,
  publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
  counter: 0,
})
