import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { unzip } from '#server/testing/unzip.ts'
import { type ZipEntry, zip, zipChunks, zipStream } from './zip.ts'

const AT = new Date('2026-11-20T03:00:00.000Z')

async function* count(entries: number, made: { last: number }): AsyncGenerator<ZipEntry> {
  for (let n = 1; n <= entries; n++) {
    made.last = n
    yield { name: `領収書/${n}.html`, content: `no. ${n}` }
  }
}

it('archive in memory and archive as a stream are the same', async () => {
  const made = { last: 0 }
  const entries = await Array.fromAsync(count(3, made))
  const streamed = await buffer(zipStream(count(3, made), AT))
  expect(Buffer.compare(await zip(entries, AT), streamed)).toBe(0)
  expect(unzip(streamed)['領収書/2.html']).toBe('no. 2')
})

it('stream makes no entry before it is read, and ends its source when it is cancelled', async () => {
  const made = { last: 0 }
  const reader = zipStream(count(1_000, made), AT).getReader()
  await reader.read()
  await reader.read()
  expect(made.last).toBeLessThan(5)
  await reader.cancel()
  expect(made.last).toBeLessThan(5)
})

it('stream fails if its source does', async () => {
  async function* broken(): AsyncGenerator<ZipEntry> {
    yield { name: 'one', content: '1' }
    throw new Error('gone')
  }
  await expect(buffer(zipStream(broken(), AT))).rejects.toThrow('gone')
})

it('archive has the number of its entries as a ZIP64 record, too, where 16 bits are too few', async () => {
  const few = await Array.fromAsync(zipChunks(count(2, { last: 0 }), AT, 3))
  expect(Buffer.concat(few).includes('PK\x06\x06')).toBe(false)
  const file = Buffer.concat(await Array.fromAsync(zipChunks(count(3, { last: 0 }), AT, 3)))
  const locator = file.length - 22 - 20
  expect(file.toString('latin1', locator, locator + 4)).toBe('PK\x06\x07')
  const record = Number(file.readBigUInt64LE(locator + 8))
  expect(file.toString('latin1', record, record + 4)).toBe('PK\x06\x06')
  expect(file.readBigUInt64LE(record + 32)).toBe(3n)
  const directory = Number(file.readBigUInt64LE(record + 48))
  expect(file.toString('latin1', directory, directory + 4)).toBe('PK\x01\x02')
  expect(unzip(file)['領収書/3.html']).toBe('no. 3')
})
