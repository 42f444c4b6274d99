import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { compressed } from './brotli.ts'

const LONG = JSON.stringify({ about: '夜の朗読会。'.repeat(300) })
const SHORT = JSON.stringify({ about: '夜の朗読会。' })
const app = new Hono()
app.get('/long', (c) => c.body(compressed(c, LONG)))
app.get('/short', (c) => c.body(compressed(c, SHORT)))

it.each(['br', 'gzip, br', 'gzip,br;q=0.5', 'br ; q=1.0, *;q=0.1'])(
  'compresses a long body for a client with Accept-Encoding: %s',
  async (encodings) => {
    const answer = await app.request('/long', { headers: { 'accept-encoding': encodings } })
    expect(answer.headers.get('content-encoding')).toBe('br')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.length * 5).toBeLessThan(LONG.length)
    expect(brotliDecompressSync(bytes).toString()).toBe(LONG)
  },
)

it.each(['', 'gzip', 'br;q=0', 'br; q=0.0', 'brotli'])(
  'sends a long body as it is for a client with Accept-Encoding: %s',
  async (encodings) => {
    const answer = await app.request('/long', { headers: { 'accept-encoding': encodings } })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    expect(await answer.text()).toBe(LONG)
  },
)

it('sends a short body as it is', async () => {
  const answer = await app.request('/short', { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-encoding')).toBeNull()
})
