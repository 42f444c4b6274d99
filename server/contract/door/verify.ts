import { type Bytes, CLOCK_MARGIN_S, type Code, type Motion, motionBytes, STEP_S } from './code.ts'
import { thumbprintOf } from './thumbprint.ts'

/** Keys of a digital ticket, by their id. */
export type Keys = ReadonlyMap<string, CryptoKey>

/**
 * `moving`: shown now by the bound phone. `still`: valid, but any device may show it. `stale`: a copy, or a wrong
 * clock. `forged`: not made by us, or changed.
 */
export type Proof = 'moving' | 'still' | 'stale' | 'forged'

const P256 = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNED = { name: 'ECDSA', hash: 'SHA-256' }

/** Imports an Ed25519 public key: raw, base64url. */
export const importKey = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])

/** Verifies the signatures of the server and of the device. `nowMs`: the gate's clock. */
export async function verifyCode(code: Code, keys: Keys, nowMs: number): Promise<Proof> {
  const key = keys.get(code.claims.keyId)
  if (!key) return 'forged'
  const signed = await crypto.subtle.verify('Ed25519', key, code.signature, code.payload)
  if (!signed) return 'forged'
  const { thumbprint } = code.claims
  if (!thumbprint) return code.motion ? 'forged' : 'still'
  // Bound to a device, but without its signature: the moving part was removed.
  if (!code.motion) return 'stale'
  return verifyMotion(code, code.motion, thumbprint, nowMs)
}

/** Verifies the device's signature alone, of a code whose other bytes are known to be ours. */
export async function verifyMotion(
  code: Code,
  { step, publicKey, signature }: Motion,
  thumbprint: Uint8Array,
  nowMs: number,
): Promise<Proof> {
  const actual = await thumbprintOf(publicKey)
  if (actual.some((byte, at) => byte !== thumbprint[at])) return 'forged'
  const key = await crypto.subtle
    .importKey('raw', publicKey, P256, false, ['verify'])
    .catch(() => null)
  const bytes = motionBytes(code, step)
  if (!key || !(await crypto.subtle.verify(SIGNED, key, signature, bytes))) return 'forged'
  const early = step * STEP_S * 1000 - nowMs
  const late = nowMs - (step + 1) * STEP_S * 1000
  return Math.max(early, late) <= CLOCK_MARGIN_S * 1000 ? 'moving' : 'stale'
}
