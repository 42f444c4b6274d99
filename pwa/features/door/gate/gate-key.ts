import type { GateLogLine } from '#contract/door/calls.ts'
import { entryBytes, type GateLogEntry } from '#contract/door/log.ts'
import { toBase64 } from '#pwa/lib/base64.ts'

const P256 = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNED = { name: 'ECDSA', hash: 'SHA-256' }

/** Key pair of one phone at one gate; it signs the gate's log. */
export const makeGateKey = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(P256, false, ['sign', 'verify'])

export const publicOf = async ({ publicKey }: CryptoKeyPair): Promise<string> =>
  toBase64(await crypto.subtle.exportKey('raw', publicKey))

export async function signLine(
  key: CryptoKeyPair,
  gateId: string,
  entry: GateLogEntry,
): Promise<GateLogLine> {
  const signed = await crypto.subtle.sign(SIGNED, key.privateKey, entryBytes(gateId, entry))
  return { ...entry, signature: toBase64(signed) }
}
