import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { httpsOrigin } from './origin.ts'
import { isPublicAddress } from './public-address.ts'

const PLAYLIST = '#EXTM3U\n#EXT-X-VERSION:3\n'

/** Starts a real HTTP server on this machine; `host` is its entry for `allowed`. */
async function serve(answer: RequestListener) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url!)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, requests, url: `http://${host}` }
}

it.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.168.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '64:ff9b::a00:1', 'fc00::1', 'fe80::1'],
  ...['ff02::1', '2001:db8::1', '2002:7f00:1::1', 'localhost', ''],
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

it.each([
  ...['http://example.com/a.m3u8', 'ftp://example.com/a', 'file:///etc/passwd', 'javascript:1', ''],
  ...['https://localhost/a', 'https://127.0.0.1/a', 'https://[::1]/a', 'https://0x7f000001/a'],
  ...['https://2130706433/a', 'https://[::ffff:10.0.0.1]/a', 'https://me:secret@example.com/a'],
  ...['https://intranet/a', 'https://169.254.169.254/latest/meta-data'],
])('origin sends no request to %s', async (url) => {
  const origin = httpsOrigin()
  expect(origin.allows(url)).toBe(false)
  await expect(origin.read(url)).rejects.toMatchObject({ problem: 'not allowed' })
})

it('origin connects to no private address of a host name, also when DNS answers change', async () => {
  const { requests, host } = await serve((_, response) => response.end(PLAYLIST))
  const port = host.split(':')[1]
  const origin = (answers: string[]) =>
    httpsOrigin([], ((_: string, __: object, done: (...results: unknown[]) => void) => {
      done(
        null,
        answers.map((address) => ({ address, family: 4 })),
      )
    }) as never)
  const url = `https://stream.example.com:${port}/a.m3u8`
  expect(origin(['127.0.0.1']).allows(url), 'by its text').toBe(true)
  for (const answers of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['10.0.0.1'], []])
    await expect(origin(answers).read(url)).rejects.toMatchObject({
      problem: 'not allowed',
    })
  expect(requests).toEqual([])
})

it('origin returns the final URL of a playlist, and follows no redirect to a forbidden address', async () => {
  const inside = await serve((_, response) => response.end(PLAYLIST))
  const { url, host } = await serve((request, response) => {
    const to: Record<string, string> = {
      '/moved': '/there/a.m3u8',
      '/inside': `${inside.url}/secret`,
      '/round': '/round',
    }
    const location = to[request.url!]
    if (location) response.writeHead(302, { location }).end()
    else response.end(PLAYLIST)
  })
  const origin = httpsOrigin([host])
  expect(await origin.read(`${url}/moved`)).toEqual({ url: `${url}/there/a.m3u8`, text: PLAYLIST })
  await expect(origin.read(`${url}/inside`)).rejects.toMatchObject({ problem: 'not allowed' })
  await expect(origin.read(`${url}/round`)).rejects.toMatchObject({ problem: 'silent' })
  expect(inside.requests).toEqual([])
})

it('origin rejects HTML, endless, empty and missing playlists', async () => {
  const { url, host } = await serve((request, response) => {
    if (request.url === '/page') response.end('<!doctype html>')
    else if (request.url === '/endless') {
      response.write(PLAYLIST)
      const more = (error?: Error | null) => {
        if (!error) response.write('#'.repeat(1_000_000), more)
      }
      more()
    } else if (request.url === '/empty') response.end()
    else response.writeHead(404).end()
  })
  const origin = httpsOrigin([host])
  for (const [path, problem] of [
    ['/page', 'no playlist'],
    ['/endless', 'no playlist'],
    ['/empty', 'no playlist'],
    ['/gone', 'silent'],
  ])
    await expect(origin.read(url + path), path).rejects.toMatchObject({ problem })
})
