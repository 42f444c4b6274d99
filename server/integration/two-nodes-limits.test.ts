import { expect, it, onTestFinished } from 'vitest'
import { auth } from '#contract/auth/calls.ts'
import { LOGIN_ATTEMPTS } from '#contract/auth/limits.ts'
import { passkeys } from '#contract/passkeys/calls.ts'
import { PASSKEY_LOGINS } from '#contract/passkeys/limits.ts'
import { createAuthenticator } from '#server/features/auth/testing/authenticator.ts'
import { makeUser } from '#server/testing/make.ts'
import { createWorld } from '#server/testing/world.ts'

it('wrong passwords are counted across all nodes', async () => {
  const world = await createWorld()
  onTestFinished(() => world.close())
  const node = world.openNode(world.deps.bus)
  const { email } = await makeUser(world, 'fan')
  const nodes = [world, node]
  const guess = (n: number) =>
    nodes[n % 2]!.as(null)(auth.login, { body: { email, password: `wrong-guess-${n}` } })
  for (let n = 0; n < LOGIN_ATTEMPTS.max; n++)
    await expect(guess(n), `try ${n}`).rejects.toMatchObject({ status: 401 })
  for (const n of [0, 1]) await expect(guess(n)).rejects.toMatchObject({ status: 429 })
})

it('invalid passkeys are counted across all nodes', async () => {
  const world = await createWorld()
  onTestFinished(() => world.close())
  const nodes = [world, world.openNode(world.deps.bus)]
  const credential = createAuthenticator().sign(
    { challenge: 'YQ', rpId: 'room.test' },
    { userHandle: 'YQ' },
  )
  const guess = (n: number) =>
    nodes[n % 2]!.as(null)(passkeys.passkeyLogin, { body: { credential } })
  for (let n = 0; n < PASSKEY_LOGINS.max; n++)
    await expect(guess(n), `try ${n}`).rejects.toMatchObject({ status: 401 })
  for (const n of [0, 1]) await expect(guess(n)).rejects.toMatchObject({ status: 429 })
})
