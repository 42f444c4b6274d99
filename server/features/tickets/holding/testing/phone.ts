import { motionBytes, readCode, stepAt, withMotion } from '#contract/door/code.ts'
import { tickets } from '#contract/tickets/calls.ts'
import type { World } from '#server/testing/world.ts'

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

type Phone = Awaited<ReturnType<typeof makePhone>>

/** The phone that shows the ticket releases it, so that another one needs no proof. */
export async function releaseFrom(phone: Phone, world: World, user: string, id: string) {
  const { credential } = await world.as(user)(tickets.getIssued, { params: { id } })
  const code = await phone.show(credential, world.clock.now().getTime())
  await world.as(user)(tickets.answerMove, { params: { id }, body: { code, allow: true } })
}

/** The code of the email that this device has asked for. */
export async function codeFor(public_key: string, world: World, user: string, id: string) {
  await world.as(user)(tickets.sendMoveCode, { params: { id }, body: { public_key } })
  await world.deliver()
  const codes = world.mail.sent.flatMap(({ text }) => text.match(/(?<=^確認コード：)\d+$/m) ?? [])
  return codes.at(-1) ?? ''
}
