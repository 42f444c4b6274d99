import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { clientOf, trusted } from './client.ts'

/** The client address for a connection from `from` with an `X-Forwarded-For` header. */
async function addressFor(from: string, proxies: string[]): Promise<string> {
  const app = new Hono().get('/', (c) => c.text(clientOf(c).address))
  const claim = { headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' } }
  const env = { incoming: { socket: { remoteAddress: from } }, trusts: trusted(proxies) }
  return (await app.request('/', claim, env)).text()
}

it.each([
  ['127.0.0.1', [], '203.0.113.9'],
  ['::1', [], '203.0.113.9'],
  ['172.30.0.4', [], '172.30.0.4'],
  ['172.30.0.4', ['172.30.0.0/24'], '203.0.113.9'],
  ['::ffff:172.30.0.4', ['172.30.0.0/24'], '203.0.113.9'],
  ['172.30.1.4', ['172.30.0.0/24'], '172.30.1.4'],
  ['10.0.0.9', ['172.30.0.0/24', '10.0.0.9'], '203.0.113.9'],
  ['10.0.0.8', ['172.30.0.0/24', '10.0.0.9'], '10.0.0.8'],
  ['fd00::5', ['fd00::/8'], '203.0.113.9'],
  ['unknown', ['10.0.0.0/8'], 'unknown'],
])('%s with the trusted proxies %j has the client address %s', async (from, proxies, address) => {
  expect(await addressFor(from, proxies)).toBe(address)
})
