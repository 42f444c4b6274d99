import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type Claims, credentialOf, encodeClaims } from '#contract/door/code.ts'
import type { DigitalTicket, IssuedTicket } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { sealer } from '#server/sealing.ts'
import * as query from './issue-queries.ts'

type Secrets = Pick<Deps['secrets'], 'link'>
const sealed = (secrets: Secrets) => sealer(secrets, 'ticket keys')

/** A private key under the server's secret: a stolen database signs no ticket. */
export const sealKey = (key: KeyObject, secrets: Secrets): string =>
  sealed(secrets).seal(key.export({ format: 'jwk' }).d as string)

/** The same key again. Throws where the secret is another one than it was sealed under. */
function openKey(text: string, publicKey: string, secrets: Secrets): KeyObject {
  const d = sealed(secrets).open(text)
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

/** The key of a digital ticket that signs now; whoever asks first makes it. */
export function ticketKeys({ secrets, newId, clock }: KeyDeps) {
  return async (tx: Tx, ticketId: string): Promise<{ id: string; key: KeyObject }> => {
    const known = await query.findKey(tx, ticketId)
    if (known)
      return { id: known.id, key: openKey(known.private_key_sealed, known.public_key, secrets) }
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
}

/** Signs codes with the keys of their digital ticket. */
export function codeSigner(deps: KeyDeps) {
  const keyOf = ticketKeys(deps)
  return async (tx: Tx, claims: Omit<Claims, 'keyId'>): Promise<string> => {
    const { id, key } = await keyOf(tx, claims.ticketId)
    return signCode(key, { ...claims, keyId: id })
  }
}
