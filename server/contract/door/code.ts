import { decode, encode } from 'cborg'
import { defined } from '../lib/defined.ts'
import { fromBase45, toBase45 } from './base45.ts'
import { THUMBPRINT_BYTES } from './thumbprint.ts'

/** Bytes that the Web Crypto API takes: of memory that is not shared with another thread. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Signed content of a ticket code. No email address, and a name only on paper, where it is printed anyway. */
export interface Claims {
  /** The digital ticket's key that signed the code. */
  keyId: string
  issuedId: string
  ticketId: string
  /** 整理番号, as it is printed. */
  number: string
  /** Seconds since 1970. */
  from: number
  until: number
  /** Version of this ticket's code: each binding to a device creates a new one, and invalidates the older. */
  generation: number
  /** Of the device's public key (`thumbprintOf`); null if any device may show the code. */
  thumbprint: Uint8Array | null
  /** Of a ticket on paper: the name that staff compare with the holder's papers; null: shown by a phone. */
  paperName: string | null
}

/** The moving part: changes each `STEP_S`, signed by the device that the ticket is bound to. */
export interface Motion {
  step: number
  /** Raw, 65 bytes: a point of P-256. */
  publicKey: Bytes
  signature: Bytes
}

export interface Code {
  claims: Claims
  /** The bytes that the server signed. */
  payload: Bytes
  signature: Bytes
  motion: Motion | null
}

const VERSION = 1
/** With a name; doors of the last release refuse it. */
const PAPER_VERSION = 2
/** Length limit of a scanned text: a moving code with the longest number, and a paper with the longest name, are shorter. */
export const CODE_MAX = 700
export const STEP_S = 30
/** Tolerated difference between clocks of phones, in seconds. */
export const CLOCK_MARGIN_S = 90
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** A UUID takes sixteen bytes. */
function packId(id: string): Uint8Array | string {
  if (!UUID.test(id)) return id
  const digits = id.replaceAll('-', '')
  return Uint8Array.from({ length: 16 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  )
}
function unpackId(packed: unknown): string | null {
  if (typeof packed === 'string') return packed !== '' && !UUID.test(packed) ? packed : null
  if (!isBytes(packed, 16)) return null
  const digits = Array.from(packed, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
const isBinary = (value: unknown): value is Bytes => value instanceof Uint8Array
const isBytes = (value: unknown, length: number): value is Bytes =>
  isBinary(value) && value.length === length
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0

export const encodeClaims = (claims: Claims): Uint8Array =>
  encode([
    claims.paperName === null ? VERSION : PAPER_VERSION,
    packId(claims.keyId),
    packId(claims.issuedId),
    packId(claims.ticketId),
    claims.number,
    claims.from,
    claims.until,
    claims.generation,
    claims.thumbprint,
    ...(claims.paperName === null ? [] : [claims.paperName]),
  ])

const hasFormat = ([version, ...fields]: unknown[]) =>
  (version === VERSION && fields.length === 8) || (version === PAPER_VERSION && fields.length === 9)

function readClaims(payload: Uint8Array): Claims | null {
  const decoded: unknown = decode(payload, { strict: true, allowIndefinite: false })
  if (!Array.isArray(decoded) || !hasFormat(decoded)) return null
  const [, packedKey, packedIssued, packedTicket, ...facts]: unknown[] = decoded
  const [keyId, issuedId, ticketId] = [packedKey, packedIssued, packedTicket].map(unpackId)
  const [number, from, until, generation, thumbprint, paperName = null] = facts
  if (!keyId || !issuedId || !ticketId || typeof number !== 'string') return null
  if (!isCount(from) || !isCount(until) || !isCount(generation)) return null
  if (thumbprint !== null && !isBytes(thumbprint, THUMBPRINT_BYTES)) return null
  if (paperName !== null && (typeof paperName !== 'string' || thumbprint !== null)) return null
  return { keyId, issuedId, ticketId, number, from, until, generation, thumbprint, paperName }
}

/** The code without a moving part: as printed, or shown by any device. */
export const credentialOf = (payload: Uint8Array, signature: Uint8Array): string =>
  toBase45(encode([payload, signature]))

/** Bytes that the device signs: the code as the server made it, and the step. */
export const motionBytes = (
  { payload, signature }: Pick<Code, 'payload' | 'signature'>,
  step: number,
) => Uint8Array.from(encode(['room-step', payload, signature, step]))

/** Adds the device's signed moving part to the code. */
export function withMotion(
  credential: string,
  { step, publicKey, signature }: { step: number; publicKey: Uint8Array; signature: Uint8Array },
): string {
  const bytes = defined(fromBase45(credential), 'a code in base 45')
  // Made by `credentialOf`, which encodes the two.
  const [payload, signed]: Uint8Array[] = decode(bytes)
  return toBase45(encode([payload, signed, step, publicKey, signature]))
}

/** Parses a scanned text; null if it is not in our format. `verifyCode` checks the signatures. */
export function readCode(text: string): Code | null {
  if (text.length > CODE_MAX) return null
  const bytes = fromBase45(text)
  if (!bytes) return null
  try {
    const decoded: unknown = decode(bytes, { strict: true, allowIndefinite: false })
    return Array.isArray(decoded) ? readParts(decoded) : null
  } catch {
    return null
  }
}

function readParts([payload, signature, ...moving]: unknown[]): Code | null {
  if (!isBinary(payload) || !isBytes(signature, 64)) return null
  const claims = readClaims(payload)
  if (!claims) return null
  if (moving.length === 0) return { claims, payload, signature, motion: null }
  const [step, publicKey, signed] = moving
  if (moving.length !== 3 || !isCount(step) || !isBytes(publicKey, 65) || !isBytes(signed, 64))
    return null
  return { claims, payload, signature, motion: { step, publicKey, signature: signed } }
}

/** Step of a time in milliseconds since 1970. */
export const stepAt = (nowMs: number): number => Math.floor(nowMs / 1000 / STEP_S)

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Id of an issued ticket between gates and server; reveals nothing about the ticket. */
export async function ticketHash(issuedId: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytesOf(`room-ticket:${issuedId}`))
  return Array.from(new Uint8Array(hash).slice(0, 16), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
