import { motionBytes, readCode, stepAt, withMotion } from '#contract/door/code.ts'

/** A phone with a key: shows a ticket's code as the app does. */
export async function makePhone() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return {
    key: Buffer.from(publicKey).toString('base64url'),
    async show(credential: string, nowMs: number) {
      const step = stepAt(nowMs)
      const bytes = Buffer.from(motionBytes(readCode(credential)!, step))
      const hash = { name: 'ECDSA', hash: 'SHA-256' }
      const signature = new Uint8Array(await crypto.subtle.sign(hash, pair.privateKey, bytes))
      return withMotion(credential, { step, publicKey, signature })
    },
  }
}
