import { motionBytes, readCode, STEP_S, stepAt, withMotion } from '#contract/door/code.ts'
import { defined } from '#contract/lib/defined.ts'
import type { DeviceKey } from '#pwa/lib/device.ts'

/** The device that a ticket's code is bound to. `none`: any device may show it. */
export type Binding = 'none' | 'here' | 'elsewhere'

export function bindingOf(credential: string, key: DeviceKey | null): Binding {
  const thumbprint = readCode(credential)?.claims.thumbprint ?? null
  if (!thumbprint) return 'none'
  return key && thumbprint.every((byte, at) => byte === key.thumbprint[at]) ? 'here' : 'elsewhere'
}

/** The code of one 30-second step. `credential` must be readable. */
export async function codeIn(credential: string, step: number, key: DeviceKey): Promise<string> {
  const bytes = new Uint8Array(motionBytes(defined(readCode(credential), 'the code'), step))
  const { publicKey } = key
  return withMotion(credential, { step, publicKey, signature: await key.sign(bytes) })
}

/** The label for screen readers. */
export const codeLabel = (number: string | null) => `入場コード 整理番号 ${number}`

/** The step of a moment, and its remaining seconds. */
export const stepOf = (nowMs: number) => ({
  step: stepAt(nowMs),
  left: STEP_S - (Math.floor(nowMs / 1000) % STEP_S),
})
