import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type Claims, credentialOf, encodeClaims } from '#contract/door/code.ts'
import { CODE_KEY_DAYS, CODE_KEYS_SETTLED_DAYS } from '#contract/limits.ts'
import type { CredentialKey, DigitalTicket, IssuedTicket } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/process/deps.ts'
import { createCipher } from '#server/process/encryption.ts'
import * as query from './issue-queries.ts'

type Secrets = Pick<Deps['secrets'], 'link'>
const sealed = (secrets: Secrets) => createCipher(secrets, 'ticket keys')

/** A private key under the server's secret: a stolen database signs no ticket. */
export const sealKey = (key: KeyObject, secrets: Secrets): string =>
  sealed(secrets).encrypt(key.export({ format: 'jwk' }).d as string)

/** The same key again. Throws where the secret is another one than it was sealed under. */
function openKey(text: string, publicKey: string, secrets: Secrets): KeyObject {
  const d = sealed(secrets).decrypt(text)
  if (!d) throw new Error('a key of tickets that was sealed under another secret')
  const key = { kty: 'OKP', crv: 'Ed25519', x: publicKey, d }
  return createPrivateKey({ key, format: 'jwk' })
}

/** An Ed25519 public key as doors get it: raw, base64url. */
export const rawPublic = (key: KeyObject): string => key.export({ format: 'jwk' }).x as string

const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)

/** What the first code of a ticket says, which any device may show; a binding says more. */
export const claimsOf = (
  ticket: Pick<DigitalTicket, 'id' | 'opens_at' | 'valid_until'>,
  { id, number }: Pick<IssuedTicket, 'id' | 'number'>,
): Omit<Claims, 'keyId'> => ({
  issuedId: id,
  ticketId: ticket.id,
  number,
  from: seconds(ticket.opens_at),
  until: seconds(ticket.valid_until),
  generation: 0,
  thumbprint: null,
})

/** The code of a ticket, signed. */
export function signCode(key: KeyObject, claims: Claims): string {
  const payload = encodeClaims(claims)
  return credentialOf(payload, sign(null, payload, key))
}

type KeyDeps = Pick<Deps, 'secrets' | 'newId' | 'clock'>

const DAY_MS = 24 * 60 * 60_000

/** Whether the next code is another key's: the one there is has signed for its time, and gates still come to hear of it. */
const isDue = (key: { created_at: string; opens_at: string }, now: number) =>
  now - Date.parse(key.created_at) >= CODE_KEY_DAYS * DAY_MS &&
  Date.parse(key.opens_at) - now > CODE_KEYS_SETTLED_DAYS * DAY_MS

interface SigningKey {
  id: string
  key: KeyObject
}

/** The signing keys of a digital ticket, whose row the caller has locked. The first call creates one (decision 036). */
export function ticketKeys({ secrets, newId, clock }: KeyDeps) {
  const opened = (row: Pick<CredentialKey, 'id' | 'public_key' | 'private_key_sealed'>) => ({
    id: row.id,
    key: openKey(row.private_key_sealed, row.public_key, secrets),
  })
  async function make(tx: Tx, ticketId: string): Promise<SigningKey> {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const id = newId()
    await query.insertKey(tx, {
      id,
      digital_ticket_id: ticketId,
      public_key: rawPublic(publicKey),
      private_key_sealed: sealKey(privateKey, secrets),
      created_at: clock.now().toISOString(),
      retired_at: null,
    })
    return { id, key: privateKey }
  }
  return {
    /** Signs the codes that are made now. Who makes one counts a change at the doors: they hear of a new key with it. */
    async forCodes(tx: Tx, ticketId: string): Promise<SigningKey> {
      const now = clock.now()
      const known = await query.findCodeKey(tx, ticketId)
      if (known && !isDue(known, now.getTime())) return opened(known)
      if (known) await query.retireKey(tx, known.id, now.toISOString())
      return make(tx, ticketId)
    },
    /** Signs what gates are told: the first one, that every gate was given when it was taken. */
    async forGates(tx: Tx, ticketId: string): Promise<SigningKey> {
      const first = await query.findFirstKey(tx, ticketId)
      return first ? opened(first) : make(tx, ticketId)
    },
  }
}

/** Signs codes with the keys of their digital ticket. */
export function codeSigner(deps: KeyDeps) {
  const keys = ticketKeys(deps)
  return async (tx: Tx, claims: Omit<Claims, 'keyId'>): Promise<string> => {
    const { id, key } = await keys.forCodes(tx, claims.ticketId)
    return signCode(key, { ...claims, keyId: id })
  }
}
