import { once } from 'node:events'
import { readFile } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { giveWay } from './give-way.ts'

const wait = (ms: number) => {
  const began = performance.now()
  while (performance.now() - began < ms);
}

/** Work that keeps each turn of the event loop busy, as one request each would; returns how many turns it has had. */
function busyTurns(turns: number) {
  let had = 0
  const next = () => {
    wait(1)
    had++
    if (had < turns) setImmediate(next)
  }
  setImmediate(next)
  return () => had
}

it('background work gives way until a turn has no request', async () => {
  const had = busyTurns(20)
  await giveWay(Number.POSITIVE_INFINITY)
  expect(had()).toBe(20)
})

it('background work after an answer of the network gives way to what has arrived meanwhile', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [[socket]] = await Promise.all([accepted, once(client, 'connect')])
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  let arrived = false
  socket.on('data', () => {
    wait(1)
    arrived = true
  })
  await new Promise<void>((done) =>
    readFile(import.meta.filename, async () => {
      client.write('request')
      await giveWay(Number.POSITIVE_INFINITY)
      done()
    }),
  )
  expect(arrived).toBe(true)
})

it('background work goes on within a flood of requests', async () => {
  const had = busyTurns(1_000)
  await giveWay(5)
  expect(had()).toBeLessThan(1_000)
})
