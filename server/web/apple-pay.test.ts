import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { mountAppleFile } from './apple-pay.ts'

const PATH = '/.well-known/apple-developer-merchantid-domain-association'

function siteWith(file: string) {
  const app = new Hono()
  mountAppleFile(app, readConfig({ APPLE_PAY_DOMAIN_FILE: file }))
  return app
}

it('file by which Apple verifies the domain is served as the operator gives it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-apple-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'association')
  writeFileSync(file, '7B227073704964')
  const answer = await siteWith(file).request(PATH)
  expect([answer.status, await answer.text()]).toEqual([200, '7B227073704964'])
})

it('without a file nothing is served, and a missing one is an error at the start', async () => {
  expect((await siteWith('').request(PATH)).status).toBe(404)
  expect(() => siteWith('/nowhere/association')).toThrow('/nowhere/association')
})
