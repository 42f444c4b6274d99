import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startLiveSite } from '#server/testing/live-site.ts'

it('files of the data folder are readable by their owner only, whoever made the folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-modes-'))
  const site = await startLiveSite({}, folder)
  await site.start('main')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(2)
  expect(files.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
  await site.close()
})
