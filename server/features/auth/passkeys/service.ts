import type { WebAuthnCredential } from '@simplewebauthn/server'
import { PASSKEY_LOGINS, PASSKEY_TIMEOUT_MS, PASSKEYS_MAX, SITE_TITLE } from '#contract/limits.ts'
import {
  ACCOUNT_SUSPENDED,
  PASSKEY_LAST,
  PASSKEY_UNKNOWN,
  PASSKEYS_FULL,
  TOO_MANY_LOGINS,
} from '#contract/messages.ts'
import type { Creation, Made, Signed } from '#contract/passkeys.schema.ts'
import { transact } from '#server/db/transact.ts'
import { forbidden, notFound, Refusal } from '#server/http/refusal.ts'
import type { Client } from '#server/http/routes.ts'
import { sharedThrottle } from '#server/http/throttle.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { PasswordAttempts } from '../attempts.ts'
import { enqueueEmail } from '../enqueue-email.ts'
import { knownDevice } from '../known-devices.ts'
import { provePassword } from '../proving.ts'
import { lockUser } from '../queries.ts'
import type { SessionKeeper } from '../sessions.ts'
import { challenges, failed } from './challenges.ts'
import * as query from './queries.ts'

/** The library is a third of a megabyte, for the few calls that need it. */
const webAuthn = () => import('@simplewebauthn/server')

/** In the order in which we like them: Ed25519, P-256, RSA with SHA-256 (IANA, COSE algorithms). */
const ALGORITHMS = [-8, -7, -257]

type PasskeyDeps = Pick<Deps, 'db' | 'read' | 'clock' | 'newId' | 'config' | 'log' | 'bus'>

/** Keys that a phone or computer keeps, and gives out for a finger, a face or its lock. */
export function passkeyService(
  deps: PasskeyDeps,
  { sessions, attempts }: { sessions: SessionKeeper; attempts: PasswordAttempts },
) {
  const { db, read, clock, newId, config, log } = deps
  const { origin, hostname } = new URL(config.siteUrl)
  const asked = challenges(deps)
  const logins = sharedThrottle(deps, 'passkeys', PASSKEY_LOGINS)
  const now = () => clock.now().toISOString()

  /** What the browser made, once it has been found to be what was asked for. */
  async function proveMade(viewer: Viewer, credential: Made) {
    const { clientDataJSON } = credential.response
    const expectedChallenge = await asked.spend('passkey_add', viewer.id, clientDataJSON)
    const { verifyRegistrationResponse } = await webAuthn()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: credential as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(refused)
    if (!registrationInfo) throw failed()
    return registrationInfo.credential
  }

  /** Whatever else is wrong with it, it is not what we asked for. */
  function refused(error: unknown): never {
    log.warn({ error: String(error) }, 'a passkey was refused')
    throw failed()
  }

  async function proveSigned(credential: Signed, passkey: Known) {
    const { clientDataJSON, userHandle } = credential.response
    const expectedChallenge = await asked.spend('passkey_login', null, clientDataJSON)
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
    }).catch(refused)
    if (!verified) throw failed()
    return authenticationInfo.newCounter
  }

  /** It counts backwards: there are two of it, and one is not its owner's. */
  async function warnOfCopy({ id, name, email, user_id }: Known) {
    log.warn({ passkey: id, user: user_id }, 'a passkey was used twice')
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
      if (known.length >= PASSKEYS_MAX) throw new Refusal(409, PASSKEYS_FULL)
      return {
        challenge: (await asked.issue('passkey_add', user.id)).toString('base64url'),
        rp: { id: hostname, name: SITE_TITLE },
        user: {
          // Given back at each login: it says nothing to whoever finds it on the device.
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
      const made = await proveMade(viewer, credential)
      const passkey = {
        id: newId(),
        name: name || client.device,
        created_at: now(),
        last_used_at: null,
      }
      await transact(db, async (tx) => {
        const { email } = await lockUser(tx, viewer.id)
        if ((await query.list(tx, viewer.id)).length >= PASSKEYS_MAX)
          throw new Refusal(409, PASSKEYS_FULL)
        const isNew = await query.insert(tx, {
          ...passkey,
          user_id: viewer.id,
          credential_id: made.id,
          public_key: Buffer.from(made.publicKey).toString('base64url'),
          counter: made.counter,
          transports: JSON.stringify(credential.response.transports ?? []),
        })
        if (!isNew) throw failed()
        const letter = { letter: 'passkeyAdded' as const, name: passkey.name, at: now() }
        await enqueueEmail(deps, tx, passkey.id, { ...letter, to: email })
      })
      return passkey
    },

    /** Whoever has no password yet keeps the last way in. */
    async remove(viewer: Viewer, id: string) {
      await transact(db, async (tx) => {
        const { email } = await lockUser(tx, viewer.id)
        const gone = await query.remove(tx, id, viewer.id)
        if (!gone) throw notFound()
        if (!(await query.hasOtherWay(tx, viewer.id))) throw new Refusal(409, PASSKEY_LAST)
        const letter = { letter: 'passkeyRemoved' as const, name: gone.name, at: now() }
        await enqueueEmail(deps, tx, id, { ...letter, to: email })
      })
    },

    async startLogin() {
      return {
        challenge: (await asked.issue('passkey_login', null)).toString('base64url'),
        rpId: hostname,
        timeout: PASSKEY_TIMEOUT_MS,
        userVerification: 'required' as const,
      }
    },

    async login(credential: Signed, client: Client) {
      const passkey = await query.findByCredential(read, credential.id)
      // As with passwords: what strangers do at the same address keeps no known browser out.
      const device = passkey && (await knownDevice(read, passkey.user_id, client.deviceKey))
      const key = device ? `${device} of ${passkey.user_id}` : client.address
      logins.check(key, TOO_MANY_LOGINS)
      if (!passkey) {
        logins.count(key, TOO_MANY_LOGINS)
        throw new Refusal(401, PASSKEY_UNKNOWN)
      }
      const counter = await proveSigned(credential, passkey).catch((error: unknown) => {
        if (error instanceof Refusal) logins.count(key, TOO_MANY_LOGINS)
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

type Known = NonNullable<Awaited<ReturnType<typeof query.findByCredential>>>

/** Its counter is looked at by us, where two that come at once are told apart. */
const keyOf = ({ credential_id, public_key }: Known): WebAuthnCredential => ({
  id: credential_id,
  publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
  counter: 0,
})
