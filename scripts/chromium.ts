import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensure, prefer } from './apt.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
/** The same engine without windows, in half the time. */
const BARE = ['chromium-headless-shell']

const inPath = (names: string[]) => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}
const firstOf = (paths: string[]) => paths.find((path) => path !== '' && existsSync(path)) ?? null

/** The browser that the tests drive: `CHROMIUM`, or the first that this machine has; null when there is none. */
export const findChromium = (): string | null =>
  firstOf([process.env.CHROMIUM ?? '', ...inPath(NAMES), ...ELSEWHERE])

const findBare = () => firstOf(inPath(BARE))

/** For pages that need no more of a browser than its engine. `CHROMIUM`, where it is set, is for all. */
export const findEngine = (): string | null =>
  process.env.CHROMIUM ? findChromium() : (findBare() ?? findChromium())

if (import.meta.main) {
  ensure(
    'Chromium',
    findChromium,
    ['chromium', 'fonts-noto-cjk'],
    'set CHROMIUM to the path of a Chrome or Chromium',
  )
  if (!process.env.CHROMIUM) prefer('Chromium without windows', findBare, BARE)
}
