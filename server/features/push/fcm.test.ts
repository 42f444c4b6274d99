import { generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { push } from '#contract/push/calls.ts'
import { site } from '#contract/site/calls.ts'
import { loopbackTls } from '#server/testing/loopback-tls.ts'
import { makeUser } from '#server/testing/make.ts'
import { createWorld, type World } from '#server/testing/world.ts'

interface Sent {
  authorization: string | undefined
  path: string
  body: {
    message: {
      token: string
      data: { payload: string }
      webpush: { headers: Record<string, string> }
    }
  }
}

/** Mock of Google's API as documented: access tokens for signed assertions, and messages to device tokens. */
async function startGoogle(publicKey: Parameters<typeof verify>[2]) {
  const sent: Sent[] = []
  const assertions: Record<string, unknown>[] = []
  const answers: { status: number; body?: object; headers?: Record<string, string> }[] = []
  const server = createServer(loopbackTls(), async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    if (request.url === '/token') {
      const form = new URLSearchParams(text)
      const [head, claims, signature] = form.get('assertion')!.split('.') as [
        string,
        string,
        string,
      ]
      const signed = Buffer.from(`${head}.${claims}`)
      const bytes = Buffer.from(signature, 'base64url')
      if (!verify('sha256', signed, publicKey, bytes)) return response.writeHead(401).end()
      assertions.push({
        grant_type: form.get('grant_type'),
        ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object),
      })
      const token = { access_token: `token ${assertions.length}`, expires_in: 3599 }
      return response.writeHead(200).end(JSON.stringify(token))
    }
    const { authorization } = request.headers
    sent.push({ authorization, path: request.url!, body: JSON.parse(text) as Sent['body'] })
    const {
      status,
      body = { name: 'projects/p/messages/1' },
      headers,
    } = answers.shift() ?? {
      status: 200,
    }
    response.writeHead(status, headers).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `https://localhost:${(server.address() as AddressInfo).port}`
  return { base, sent, assertions, answers }
}

let world: World
let google: Awaited<ReturnType<typeof startGoogle>>
beforeEach(async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  google = await startGoogle(publicKey)
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  world = await createWorld('sqlite', {
    FIREBASE_PROJECT_ID: 'room-test',
    FIREBASE_CLIENT_EMAIL: 'push@room-test.iam.gserviceaccount.com',
    FIREBASE_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
    FIREBASE_API_KEY: 'public key of the app',
    FIREBASE_APP_ID: '1:2:web:3',
    FIREBASE_SENDER_ID: '2',
    FIREBASE_VAPID_KEY: 'B-public',
    FIREBASE_API_BASE: google.base,
  })
  await makeUser(world, 'fan')
})
afterEach(() => world.close())

async function phone() {
  const call = world.as('fan')
  await call(push.addToken, { body: { kind: 'fcm', token: 'registration-token' } })
  return call
}
const outcomes = async () =>
  (await world.as('fan')(push.listTokens, {})).map(({ kind, outcome }) => [kind, outcome])
async function test(call: Awaited<ReturnType<typeof phone>>) {
  await call(push.testToken, {})
  await world.deliver()
}

it('exposes only Firebase’s public configuration to browsers', async () => {
  const { push: pushConfig } = await world.as(null)(site.getConfig, {})
  expect(pushConfig.firebase).toEqual({
    projectId: 'room-test',
    apiKey: 'public key of the app',
    appId: '1:2:web:3',
    messagingSenderId: '2',
    vapidKey: 'B-public',
  })
  expect(JSON.stringify(pushConfig)).not.toMatch(/PRIVATE|gserviceaccount/)
})

it('sends data messages through the HTTP v1 API, with one access token per hour', async () => {
  const call = await phone()
  await test(call)
  await test(call)
  const [first] = google.sent
  expect(first).toMatchObject({
    authorization: 'Bearer token 1',
    path: '/v1/projects/room-test/messages:send',
    body: {
      message: {
        token: 'registration-token',
        webpush: {
          headers: { TTL: '60', Urgency: 'high', Topic: expect.stringMatching(/^[\w-]{32}$/) },
        },
      },
    },
  })
  expect(JSON.parse(first!.body.message.data.payload)).toMatchObject({ title: '通知のテスト' })
  expect(google.assertions).toMatchObject([
    {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      iss: 'push@room-test.iam.gserviceaccount.com',
      aud: `${google.base}/token`,
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
    },
  ])
  expect(google.sent).toHaveLength(2)
  expect(await outcomes()).toEqual([['fcm', 'taken']])
})

const failure = (status: number, errorCode: string) => ({
  status,
  body: { error: { code: status, details: [{ errorCode }] } },
})
it.each([failure(404, 'UNREGISTERED'), failure(403, 'SENDER_ID_MISMATCH')])(
  'deletes a token that is no longer valid: %j',
  async (answer) => {
    const call = await phone()
    google.answers.push(answer)
    await test(call)
    expect(await outcomes()).toEqual([])
  },
)

it.each([
  [failure(503, 'UNAVAILABLE'), 1_000],
  [failure(500, 'INTERNAL'), 1_000],
  [{ ...failure(429, 'QUOTA_EXCEEDED'), headers: { 'retry-after': '20' } }, 20_000],
])('retries after the given time: %j', async (answer, pause) => {
  const call = await phone()
  google.answers.push(answer)
  await test(call)
  expect(await outcomes()).toEqual([['fcm', 'later']])
  world.clock.move(pause)
  await world.deliver()
  expect(await outcomes()).toEqual([['fcm', 'taken']])
})

it('logs a refused message, and renews an expired access token', async () => {
  const call = await phone()
  google.answers.push(failure(400, 'INVALID_ARGUMENT'))
  await test(call)
  expect(await outcomes()).toEqual([['fcm', 'refused']])
  google.answers.push({ status: 401 })
  await test(call)
  world.clock.move(1_000)
  await world.deliver()
  expect(google.sent.map(({ authorization }) => authorization)).toEqual([
    'Bearer token 1',
    'Bearer token 1',
    'Bearer token 2',
  ])
  expect(await outcomes()).toEqual([['fcm', 'taken']])
})

it('is not used unless configured', async () => {
  const plain = await createWorld('sqlite')
  onTestFinished(() => plain.close())
  await makeUser(plain, 'fan')
  const body = { kind: 'fcm', token: 'registration-token' } as const
  await expect(plain.as('fan')(push.addToken, { body })).rejects.toMatchObject({ status: 422 })
})
