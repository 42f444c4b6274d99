import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { STATUS_MESSAGES, TOKEN_EXPIRED } from '#contract/shared/messages.ts'
import { readConfig } from '#server/config/config.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { bodyOf, linkTo, openBrowser, SITE } from '../testing/browser.ts'
import { addPerson, PASSWORD } from '../testing/people.ts'
import { AccessTokens, SESSION_ENDED } from './access-token.ts'

describe.each(apiDatabaseNames)('forged access token on %s (61)', (database) => {
  let world: World
  let genuine: string
  beforeEach(async () => {
    world = await createWorld(database)
    await addPerson(world, 'fan')
    genuine = await openBrowser(world).enter('fan@room.test', PASSWORD)
  })
  afterEach(() => world.close())

  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
  const parts = () => genuine.split('.') as [string, string, string]
  const claims = () =>
    JSON.parse(Buffer.from(parts()[1], 'base64url').toString()) as Record<string, unknown>
  const sign = (
    changed: Record<string, unknown>,
    { alg = 'HS256', typ = 'at+jwt', secret = world.secrets.token } = {},
  ) =>
    new SignJWT({ ...claims(), ...changed })
      .setProtectedHeader({ alg, typ })
      .sign(new TextEncoder().encode(secret))

  async function expectRejected(token: string) {
    const answer = await openBrowser(world).me(token)
    expect([answer.status, await bodyOf(answer)]).toEqual([401, { message: STATUS_MESSAGES[401] }])
  }

  it('is distinguished from the genuine token on which these tests are based', async () => {
    expect((await openBrowser(world).me(genuine)).status).toBe(200)
    expect((await openBrowser(world).me(await sign({}))).status).toBe(200)
  })

  it('is distinguished from a token issued before the clock was set back, which is treated as expired', async () => {
    world.clock.move(-3_600_000)
    const answer = await openBrowser(world).me(await sign({ jti: 'not remembered' }))
    expect([answer.status, await bodyOf(answer)]).toEqual([401, { message: TOKEN_EXPIRED }])
  })

  it.each(['none', 'None', 'NONE'])('without a signature is refused (%s)', async (alg) => {
    await expectRejected(`${part({ alg, typ: 'at+jwt' })}.${parts()[1]}.`)
    await expectRejected(`${part({ alg, typ: 'at+jwt' })}.${parts()[1]}.${parts()[2]}`)
  })

  it('signed with a key pair, or with a public key as the secret, is refused', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const header = { alg: 'RS256', typ: 'at+jwt' }
    await expectRejected(await new SignJWT(claims()).setProtectedHeader(header).sign(privateKey))
    const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string
    await expectRejected(await sign({}, { secret: pem }))
  })

  it.each([
    { what: 'another algorithm', changed: {}, header: { alg: 'HS512' } },
    { what: 'another type', changed: {}, header: { typ: 'JWT' } },
    { what: 'another audience', changed: { aud: 'hls' } },
    { what: 'another issuer', changed: { iss: 'https://evil.example' } },
    { what: 'an end in the far future', changed: { exp: 1e15 } },
    { what: 'an end an hour late', changed: { exp: Date.parse('2026-11-20T04:00:00Z') / 1000 } },
    { what: 'no end', changed: { exp: undefined } },
    { what: 'somebody else in it', changed: { sub: 'other' } },
    { what: 'a session that is not there', changed: { sid: 'gone' } },
    { what: 'an age before its birth', changed: { iat: 1e10 } },
  ])('with $what is refused', async ({ changed, header = {} }) => {
    await expectRejected(await sign(changed, header))
  })

  it.each([
    ['nothing', ''],
    ['a letter', 'x'],
    ['dots', '..'],
    ['of three parts', 'a.b.c'],
    ['null', 'null'],
    ['endless', 'a'.repeat(10_000)],
  ])('that is %s is refused', (_, token) => expectRejected(token))

  it('made with another secret of ours is refused: an emailed link, a refresh token', async () => {
    const browser = openBrowser(world)
    await browser.login('fan@room.test', PASSWORD)
    await expectRejected(browser.cookies.get('refresh_token')!)
    await browser.post('/reset_password', { email: 'fan@room.test' })
    await world.deliver()
    await expectRejected(linkTo(world, 'fan@room.test').link.signature)
    await expectRejected(await sign({}, { secret: world.secrets.link }))
  })
})

describe('cached access tokens', () => {
  it('do not include one whose session ends during the query', async () => {
    const world = await createWorld()
    onTestFinished(world.close)
    await addPerson(world, 'fan')
    const token = await world.tokenOf('fan')
    const bus = memoryBus()
    const { secrets, clock } = world
    const config = readConfig({ SITE_URL: SITE, I_KNOW_THIS_IS_A_DEMO: '1' })
    const endsMeanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await bus.publish(SESSION_ENDED, 'session-fan-1')
        return result
      },
    }
    const read = world.db.withPlugin(endsMeanwhile)
    const tokens = new AccessTokens({ read, clock, bus, secrets, config })
    expect(await tokens.viewerOf(token)).toMatchObject({ id: 'fan' })
    await world.db.updateTable('session').set({ revoked_at: clock.now().toISOString() }).execute()
    expect(await tokens.viewerOf(token)).toBeNull()
  })
})
