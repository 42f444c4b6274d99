import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'

const MAIN = join(import.meta.dirname, 'main.ts')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-main-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { said, code }
}

it('says in a line why it cannot start, without a word of our code or a password', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const database = `postgres://room:himitsu@127.0.0.1:${port}/room`
  taken.on('connection', (socket) => socket.destroy())
  const cases = [
    { env: { LOG_LEVEL: 'loud' }, why: 'LOG_LEVEL' },
    { env: { PORT: String(port) }, why: 'EADDRINUSE' },
    { env: { DATA_DIR: file }, why: file },
    { env: { DATABASE_URL: database }, why: 'DATABASE_URL' },
  ]
  const told = await Promise.all(cases.map(({ env }) => start(env as Record<string, string>)))
  taken.close()
  for (const [at, { said, code }] of told.entries()) {
    expect(code).toBe(1)
    expect(said).toContain('Room cannot start: ')
    expect(said).toContain(cases[at]!.why)
    expect(said).not.toMatch(/\n\s+at |himitsu/)
    expect(said.trim().split('\n').length).toBeLessThanOrEqual(3)
  }
})
