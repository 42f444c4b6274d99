// Signing keys of a digital ticket. The caller has locked its row; the first call creates a key
// (docs/decisions/tickets/031-ticket-signing-keys.md).

import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type Claims, credentialOf, encodeClaims } from '#contract/door/code.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { CODE_KEY_DAYS, CODE_KEYS_SETTLED_DAYS } from '#contract/tickets/limits.ts'
import type { CredentialKey, DigitalTicket, IssuedTicket } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { createCipher, jwkPart } from '#server/process/encryption.ts'
import * as query from './issue-queries.ts'

type Secrets = Pick<Deps['secrets'], 'link'>
const sealed = (secrets: Secrets) => createCipher(secrets, 'ticket keys')

/** Encrypts a private key with the server's secret: a stolen database cannot sign tickets. */
export const sealKey = (key: KeyObject, secrets: Secrets): string =>
  sealed(secrets).encrypt(jwkPart(key, 'd'))

/** Decrypts the key. Throws if it was encrypted with another secret. */
function decryptKey(text: string, publicKey: string, secrets: Secrets): KeyObject {
  const d = sealed(secrets).decrypt(text)
  if (!d)
    throw new Error(
      'The signing key of a ticket was encrypted with another secret: restore that secret.',
    )
  const key = { kty: 'OKP', crv: 'Ed25519', x: publicKey, d }
  return createPrivateKey({ key, format: 'jwk' })
}

/** Ed25519 public key for gates: raw, base64url. */
export const rawPublic = (key: KeyObject): string => jwkPart(key, 'x')

const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)

/** Claims of a ticket's first code, which any device may show; a binding adds to them. */
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
  paperName: null,
})

/** Signed code of a ticket. */
export function signCode(key: KeyObject, claims: Claims): string {
  const payload = encodeClaims(claims)
  return credentialOf(payload, sign(null, payload, key))
}

/** Whether a new key is due: the current one is old enough, and gates still have time to load the new one. */
const isDue = (key: { created_at: string; opens_at: string }, now: number) =>
  now - Date.parse(key.created_at) >= CODE_KEY_DAYS * DAY_MS &&
  Date.parse(key.opens_at) - now > CODE_KEYS_SETTLED_DAYS * DAY_MS

interface SigningKey {
  id: string
  key: KeyObject
}

const opened = (
  deps: Deps,
  row: Pick<CredentialKey, 'id' | 'public_key' | 'private_key_sealed'>,
) => ({
  id: row.id,
  key: decryptKey(row.private_key_sealed, row.public_key, deps.secrets),
})

async function make(deps: Deps, tx: Tx, ticketId: string): Promise<SigningKey> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const id = deps.newId()
  await query.insertKey(tx, {
    id,
    digital_ticket_id: ticketId,
    public_key: rawPublic(publicKey),
    private_key_sealed: sealKey(privateKey, deps.secrets),
    created_at: isoNow(deps),
    retired_at: null,
  })
  return { id, key: privateKey }
}

/** The key for new codes. Creating one counts a door change, so that gates load it. */
export async function forCodes(deps: Deps, tx: Tx, ticketId: string): Promise<SigningKey> {
  const now = deps.clock.now()
  const known = await query.findCodeKey(tx, ticketId)
  if (known && !isDue(known, now.getTime())) return opened(deps, known)
  if (known) await query.retireKey(tx, known.id, now.toISOString())
  return make(deps, tx, ticketId)
}

/** The key for bundles: the first one, which every gate got when it was claimed. */
export async function forGates(deps: Deps, tx: Tx, ticketId: string): Promise<SigningKey> {
  const first = await query.findFirstKey(tx, ticketId)
  return first ? opened(deps, first) : make(deps, tx, ticketId)
}

/** Signs codes with the keys of their digital ticket. */
export async function signWithKey(
  deps: Deps,
  tx: Tx,
  claims: Omit<Claims, 'keyId'>,
): Promise<string> {
  const { id, key } = await forCodes(deps, tx, claims.ticketId)
  return signCode(key, { ...claims, keyId: id })
}
