import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditRow } from '#contract/operator/audit/calls.ts'
import { PROGRAM_ENV } from '#server/testing/program.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const PERSON = ['--name', 'unei_ichi', '--email', 'unei@example.org', '--birthday', '1990-05-01']
const SECOND = ['--name', 'unei_ni', '--email', 'ni@example.org', '--birthday', '1991-05-01']
const PASSWORD = 'yoru no umi e 9'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-operator-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the program with arguments; `typed` is its standard input. */
async function operator(args: string[], typed = '') {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...PROGRAM_ENV, DATA_DIR: join(folder, 'data') },
  })
  child.stdin.end(`${typed}\n`)
  const [stdout, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { stdout, complaint, code: code as number }
}

it('operator program creates the first operator, runs calls of the admin pages, and writes the audit log', async () => {
  const easy = await operator(['create', ...PERSON], 'password1')
  expect([easy.code, easy.stdout]).toEqual([1, ''])
  expect(easy.complaint).toContain('easy to guess')
  const created = await operator(['create', ...PERSON], PASSWORD)
  expect([created.code, created.complaint]).toEqual([0, 'Password of the operator: \n'])
  const { stdout } = await operator(['list-audit', '--limit', '5'])
  expect(
    (JSON.parse(stdout) as AuditRow[]).map(({ action, label, actor }) => [action, label, actor]),
  ).toEqual([['operator.appoint', 'unei_ichi', null]])
  const table = await operator(['list-payments', '--format', 'csv'])
  expect(table.stdout).toMatch(/^番号,領収書番号,.+\r\n/)
})

it('operator program appoints and dismisses, and says why it does not', {
  tags: 'full',
}, async () => {
  expect((await operator(['create', ...PERSON], PASSWORD)).complaint).toContain('use appoint')
  const last = await operator(['dismiss', '--name', 'unei_ichi'])
  expect([last.code, last.complaint]).toEqual([
    1,
    expect.stringContaining('there is no other operator'),
  ])
  expect((await operator(['create', ...SECOND], PASSWORD)).code).toBe(0)
  expect((await operator(['dismiss', '--name', 'unei_ichi'])).code).toBe(0)
  expect((await operator(['appoint', '--name', 'nobody_here'])).complaint).toContain('nobody_here')
  const { stdout } = await operator(['list-audit', '--limit', '2'])
  expect(
    (JSON.parse(stdout) as AuditRow[]).map(({ action, label, actor }) => [action, label, actor]),
  ).toEqual([
    ['operator.dismiss', 'unei_ichi', null],
    ['operator.appoint', 'unei_ni', null],
  ])
  // Six processes in sequence.
})

it('operator program prints its usage, and readable messages for invalid arguments', {
  tags: 'full',
}, async () => {
  const { stdout } = await operator(['help'])
  expect(stdout).toMatch(/^ {2}list-audit .*\[--action\]/m)
  const invalid = await operator(['list-audit', '--action', 'fly'])
  expect(invalid.code).toBe(1)
  expect(invalid.complaint).toContain('--action: ')
  const unknown = await operator(['fly'])
  expect([unknown.code, unknown.complaint]).toEqual([
    1,
    'There is no command fly. `npm run operator -- help` lists them.\n',
  ])
})
