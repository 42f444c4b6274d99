import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensure } from './apt.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser that the tests drive: `CHROMIUM`, or the first that this machine has; null when there is none. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    process.env.CHROMIUM ?? '',
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...ELSEWHERE,
  ]
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null
}

if (import.meta.main)
  ensure(
    'Chromium',
    findChromium,
    ['chromium', 'fonts-noto-cjk'],
    'set CHROMIUM to the path of a Chrome or Chromium',
  )
